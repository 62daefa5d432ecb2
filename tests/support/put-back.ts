import { afterAll, vi } from 'vitest'

// Files that share a worker find the world as it is: what one has replaced of it is put back at its end, whatever became of its tests.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
