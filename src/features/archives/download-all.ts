import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Archive } from '#contract/calls/archive/archive.ts'
import { creationResults } from '#contract/plugin/download-task.ts'
import { CallError } from '../../data/core/call-error.ts'
import { downloadArchive } from '../../data/records/downloads.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { errorText } from '../../ui/text/error-text.ts'

/** Has archives downloaded, and says what came of it (rule 4.5). */
export async function downloadAll(archives: readonly Archive[]): Promise<void> {
  try {
    const results: number[] = []
    for (const archive of archives) results.push(await downloadArchive(archive))
    if (results.every((result) => result === creationResults.duplicate)) say('done', i18n._(msg`It is in the list of downloads already.`))
    else if (results.some((result) => result !== creationResults.created && result !== creationResults.duplicate))
      say('error', i18n._(msg`It could not be downloaded: the list of downloads is full. Remove old ones first.`))
    else say('done', i18n._(msg`It is being downloaded. You find it in the list of downloads.`))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    say('error', errorText(error))
  }
}
