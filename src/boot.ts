import { readGeneration } from './data/core-generation.ts'
import { build, startEarly } from './data/core-worker.ts'

// A browser that cannot run the app has been told so by public/unsupported.js, which runs before.
if (!document.documentElement.hasAttribute('data-unsupported')) {
  // The shared worker starts while the page's own code, which is many times larger, is still being loaded and read.
  startEarly(readGeneration(build))
  void import('./main.tsx')
}
