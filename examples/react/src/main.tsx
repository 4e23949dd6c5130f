import { createRoot } from 'react-dom/client';
import { App, seen } from './app.tsx';

createRoot(document.getElementById('root')!).render(<App />);

declare global {
  /** For the test of this example. */
  var exampleOfReact: typeof seen;
}
globalThis.exampleOfReact = seen;
