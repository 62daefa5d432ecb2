import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { channelIndex, identifier, serialNumber } from '../../rules.ts'
import { archiveDownload } from './archive.ts'

/**
 * Lets one download of an archive begin. The question has the fields of the specification's archive token request; `taskID` is the archive,
 * and must be of the camera named. Fails with archive-missing, no-download-right (no right to download), wrong-state (not made) and
 * download-limit. `pieceSha256s`: of each piece of `DOWNLOAD_PIECE_BYTES` in order, by its blocks (`DOWNLOAD_BLOCK_BYTES`), in hexadecimal digits.
 */
export const archivesDownloadTokenGet = defineCall({
  path: '/vms/archives/download-token/get',
  input: z.object({
    taskID: identifier,
    sn: serialNumber,
    chlIndex: channelIndex,
    resourceType: z.literal('cloudArchive'),
    cloudArchiveType: z.literal('video'),
  }),
  output: z.extend(archiveDownload, { pieceSha256s: z.array(z.string()) }),
  access: holdersOf('playback'),
  offline: 'none',
})
