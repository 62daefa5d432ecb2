import type { PlayedSpan } from '../../lib/player-deck.ts'

/** What came of parts that were to be downloaded (rule 4.5): how many are on their way, were in the list already, or found it full. */
export interface AskedParts {
  created: number
  duplicate: number
  failed: number
}

/** A part of a recording that is to be downloaded, wherever it lies. */
interface WantedClip extends PlayedSpan {
  sn: string
  chlIndex: number
  /** Of the file. */
  title: string
}

/** What the dialogs of downloads need of the service: the hook of the data knows it. */
export interface ClipDownloads {
  isReachable: boolean
  /** By the service's clock. */
  nowMs: () => number
  /** Throws `CallError`. */
  ask: (clips: readonly WantedClip[]) => Promise<AskedParts>
  /** Opens the list of downloads. */
  show: () => void
}
