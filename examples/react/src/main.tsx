import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { seen } from './seen.ts';

createRoot(document.getElementById('root')!).render(<App />);

declare global {
  /** For the test of this example. */
  var exampleOfReact: typeof seen;
}
globalThis.exampleOfReact = seen;
