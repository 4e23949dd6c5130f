/** What vite makes of this import. */
declare module 'hullstorm/worker?worker' {
  const QueryWorker: new () => Worker;
  export default QueryWorker;
}

declare module '*?url&no-inline' {
  const address: string;
  export default address;
}
