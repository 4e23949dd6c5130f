/** `npm start`: worlds without a screen. The exit code is 2 for bad arguments. */
import { UsageError } from '../../tools/commandLine.ts';
import { HELP, parseOptions } from './options.ts';
import { runPairs } from './pairs.ts';
import { runSteps } from './steps.ts';

try {
  const options = parseOptions(process.argv.slice(2));
  if (options.help) console.log(HELP);
  else console.log(await (options.scene ? runSteps(options.scene, options) : runPairs(options)));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`hullstorm demo: ${error.message}`);
  process.exitCode = 2;
}
