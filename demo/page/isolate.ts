/**
 * Threads need a page that is cross-origin isolated. Where the host does not send the two headers, a service worker adds them, and the
 * page is loaded once more: once, and not again if that did not help.
 */

const TRIED = 'hullstorm isolation tried';
/** For the service worker to take over (ms). */
const PATIENCE = 5000;

/** @returns when the page may start, isolated or not; never, if the page is about to be loaded again */
export async function isolate(): Promise<void> {
  try {
    if (crossOriginIsolated) {
      sessionStorage.removeItem(TRIED);
      return;
    }
    if (!isSecureContext || !navigator.serviceWorker || sessionStorage.getItem(TRIED)) return;
    sessionStorage.setItem(TRIED, 'yes');
    if (!(await takenOver())) return;
  } catch {
    return; // no storage or no service workers in here: the page runs on one thread
  }
  location.reload();
  await new Promise(() => {});
}

/** Whether the service worker answers for this page. */
async function takenOver(): Promise<boolean> {
  const { serviceWorker } = navigator;
  const controlled = new Promise<boolean>((resolve) => {
    if (serviceWorker.controller) resolve(true);
    serviceWorker.addEventListener('controllerchange', () => resolve(true));
    setTimeout(() => resolve(false), PATIENCE);
  });
  const registration = await serviceWorker.register('./isolation.js');
  return registration ? controlled : false;
}
