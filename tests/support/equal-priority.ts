import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'

/**
 * Loaded into a process before everything else: what it starts has the same priority as all others. Tests keep every processor busy and wait for
 * each result, whatever would come last on a machine that shows live video.
 */
Object.assign(os, { setPriority: () => {} })
syncBuiltinESMExports()
