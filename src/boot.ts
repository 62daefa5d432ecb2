import { readGeneration } from './data/core/core-generation.ts'
import { build, startEarly } from './data/core/core-worker.ts'
import { basepath, isScreen } from './lib/path-within.ts'
import { tellStarted, tellStartFailed } from './lib/start-events.ts'

// A browser that cannot run the app has been told so by public/unsupported.js, which runs before.
if (!document.documentElement.hasAttribute('data-unsupported')) {
  // The shared worker starts while the page's own code, which is many times larger, is still being loaded and read.
  if (!isScreen(location.pathname.slice(basepath.length))) startEarly(readGeneration(build))
  import('./main.tsx').then(({ firstPage }) => firstPage).then(tellStarted, tellStartFailed)
}
