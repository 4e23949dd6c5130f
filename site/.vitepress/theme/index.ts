/// <reference types="vite/client" />
import type { Theme } from 'vitepress';
// the other one loads a font from elsewhere
import DefaultTheme from 'vitepress/theme-without-fonts';
import { ExampleRun } from './ExampleRun.ts';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('ExampleRun', ExampleRun);
  },
} satisfies Theme;
