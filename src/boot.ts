import { readGeneration } from './data/core-generation.ts'
import { build, startEarly } from './data/core-worker.ts'

// The shared worker starts while the page's own code, which is many times larger, is still being loaded and read.
startEarly(readGeneration(build))
void import('./main.tsx')
