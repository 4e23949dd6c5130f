/** A real Firefox, by WebDriver BiDi. */
import puppeteer from 'puppeteer-core';
import { findProgram, type TestBrowser } from './testBrowser.ts';

/**
 * Starts Firefox with a profile of its own, which goes when the browser is closed.
 * @param preferences of about:config
 * @param environment variables besides this process's own
 */
export async function openFirefox(
  preferences: Readonly<Record<string, unknown>> = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<TestBrowser> {
  const { FIREFOX } = process.env;
  const paths = FIREFOX ? [FIREFOX] : ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findProgram(paths, "install Debian's firefox-esr, or set FIREFOX"),
    extraPrefsFirefox: preferences,
    env: { ...process.env, ...environment },
    protocolTimeout: 170_000,
  });
  return {
    async open(url, size = { width: 1280, height: 720 }) {
      const page = await browser.newPage();
      await page.setViewport(size).catch(ignoreOrientation);
      await page.goto(url);
      return {
        evaluate: (expression) => page.evaluate(expression) as Promise<never>,
        screenshot: () => page.screenshot(),
        close: () => page.close(),
      };
    },
    close: () => browser.close(),
  };
}

/** Firefox 140 sets the size, and does not know the orientation that puppeteer sends with it. */
function ignoreOrientation(error: Error): void {
  if (!/unknown command emulation\.setScreenOrientationOverride/.test(error.message)) throw error;
}
