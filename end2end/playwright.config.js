import { defineConfig } from '@playwright/test';

// Debian's Chromium: Playwright's own is not downloaded. Without these flags it talks to servers of its maker.
const chromium = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

// The tests talk to a running `sluice serve` with demo data.
export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results/files',
  reporter: [['list'], ['junit', { outputFile: 'test-results/junit.xml' }]],
  workers: 2,
  timeout: 60_000,
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL: process.env.BASE_URL ?? 'http://127.0.0.1:3000',
    locale: 'zh-CN',
    viewport: { width: 390, height: 844 },
    launchOptions: chromium,
    trace: 'retain-on-failure',
  },
});
