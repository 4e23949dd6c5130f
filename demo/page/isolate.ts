/**
 * Makes the page cross-origin isolated, which threads need. If the host does not send the two headers, a service worker
 * adds them, and the page reloads once.
 */

const TRIED = 'hullstorm isolation tried';
/** Time for the service worker to take control (ms). */
const CONTROL_TIMEOUT = 5000;

/** Resolves when the page may start, isolated or not. Does not resolve if the page is about to reload. */
export async function isolate(): Promise<void> {
  try {
    if (crossOriginIsolated) {
      sessionStorage.removeItem(TRIED);
      return;
    }
    if (!isSecureContext || !navigator.serviceWorker || sessionStorage.getItem(TRIED)) return;
    sessionStorage.setItem(TRIED, 'yes');
    if (!(await isControlled())) return;
  } catch {
    return; // without storage or service workers the page runs on one thread
  }
  location.reload();
  await new Promise(() => {});
}

/** Whether the service worker controls this page. */
async function isControlled(): Promise<boolean> {
  const { serviceWorker } = navigator;
  const controlled = new Promise<boolean>((resolve) => {
    if (serviceWorker.controller) resolve(true);
    serviceWorker.addEventListener('controllerchange', () => resolve(true));
    setTimeout(() => resolve(false), CONTROL_TIMEOUT);
  });
  const registration = await serviceWorker.register('./isolation.js');
  return registration ? controlled : false;
}
