import * as z from 'zod/mini'
import { archiveFacts, archiveLimits } from '#contract/archives.ts'
import type { Archive } from '#contract/calls/archive/archive.ts'
import { archiveSharing, archivesShare } from '#contract/calls/archive/archives-share.ts'
import { name } from '#contract/rules.ts'
import type { PlayedSpan } from '../../lib/player-deck.ts'

/** Lengths of clips that are offered, ms. */
export const clipLengths = ['30000', '60000', '300000', '900000'] as const

/** Something that can be archived: what a camera recorded, by the length that is chosen. */
export interface Subject {
  key: string
  sn: string
  chlIndex: number
  /** Of the camera. */
  name: string
  /** What the archive is called, unless somebody has a better name. */
  title: string
  /** Of its site: by its clocks it is told from when to when it is. */
  zone: string
  spanOf: (length: string) => PlayedSpan
  isChosen: boolean
}

/** What is asked of the service for a subject. */
interface ClipWish extends PlayedSpan {
  key: string
  sn: string
  chlIndex: number
  title: string
}

const shareFields = z.partial(archiveSharing)

/** What is typed into the dialog, as it is sent. Several clips that are not of one moment need no title. */
export function archivingSchema(isTitled: boolean) {
  const title = name(archiveLimits.titleLength)
  return z.extend(shareFields, {
    length: z.string(),
    title: isTitled ? title : z.union([z.literal(''), title]),
    ...archiveFacts,
    cameras: z.array(z.string()).check(z.minLength(1, 'no-camera')),
  })
}

type Typed = z.output<ReturnType<typeof archivingSchema>>
/** What is written about all of them. */
type SentFacts = Pick<Typed, 'caseNumber' | 'tags' | 'notes'>
/** How they are shared. */
export type SentShare = Omit<z.input<typeof archivesShare.input>, 'archiveId' | 'redactionId'>

/** An archive that is being made, and the link to it if it is shared by one. */
export interface BegunArchive {
  archive: Archive
  link: string | undefined
}

/** What the dialog needs of the service: the hook of the data knows it. */
export interface Archiving {
  isReachable: boolean
  /** By the service's clock. */
  nowMs: () => number
  /** Those that the service has taken, as they stand now. */
  begun: readonly BegunArchive[]
  /** Throws `CallError`, and goes on behind those that are taken when it is called again. */
  make: (wishes: readonly ClipWish[], facts: SentFacts, how: { isTogether: boolean; share: SentShare | undefined }) => Promise<void>
}
