import { sessionOfOutput } from './station-access.ts'
import type { StationWatch } from './station-watch.ts'

/** A screen that has said nothing for so long is not connected, wherever its socket may be. */
const SILENT_MS = 30_000

/** Whether the screen of an output is there: with a socket at this node, or heard of at another one. */
export function isOutputHere(
  { sn, voId, reportedAtMs }: { sn: string; voId: number; reportedAtMs: number | null },
  watch: StationWatch,
  nowMs: number,
): boolean {
  return watch.isHere(sessionOfOutput(sn, voId)) || (reportedAtMs !== null && nowMs - reportedAtMs < SILENT_MS)
}
