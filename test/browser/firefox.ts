/** A real Firefox, by WebDriver BiDi. */
import puppeteer, { type Browser } from 'puppeteer-core';
import { findProgram, type TestBrowser } from './testBrowser.ts';

/**
 * Starts Firefox with a profile of its own, which goes when the browser is closed.
 * @param preferences of about:config
 */
export function launchFirefox(preferences: Readonly<Record<string, unknown>> = {}): Promise<Browser> {
  const { FIREFOX } = process.env;
  const paths = FIREFOX ? [FIREFOX] : ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: findProgram(paths, "install Debian's firefox-esr, or set FIREFOX"),
    extraPrefsFirefox: preferences,
    protocolTimeout: 170_000,
  });
}

/** Firefox for the test page. */
export async function openFirefox(preferences?: Readonly<Record<string, unknown>>): Promise<TestBrowser> {
  const browser = await launchFirefox(preferences);
  return {
    async open(url) {
      const page = await browser.newPage();
      await page.goto(url);
      return {
        call: (name, ...args) =>
          page.evaluate((name, args) => (hullTests[name] as (...args: unknown[]) => never)(...args), name, args),
        close: () => page.close(),
      };
    },
    close: () => browser.close(),
  };
}
