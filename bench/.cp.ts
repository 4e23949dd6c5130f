import { openWorkload } from './workloadEngine.ts';
import { makeWorkload } from './workloads.ts';
const mode=process.argv[2], name=(process.argv[3]??'settled') as any, calls=Number(process.argv[4]??200);
const w = makeWorkload(name, 30000);
const at = await openWorkload(w,0,(process.argv[5]??'auto') as any);
let t=0;
for(let k=0;k<calls;k++){ at.move(); const b=performance.now(); if(mode==='c') at.engine.contactsSync(at.list,{margin:0.02}); else at.engine.distanceSync(at.list,{maxDistance:0.02}); t+=performance.now()-b;}
console.log(mode,name,(t/calls).toFixed(3),'ms');
await at.engine.close();
