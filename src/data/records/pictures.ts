import { avatarUpdate } from '#contract/calls/account/avatar-update.ts'
import type { FileProgress } from '#contract/core-api.ts'
import { callCore } from '../core/core.ts'
import { profileQuery } from '../person/profile.ts'
import { queryClient } from '../query/query-client.ts'

/** How an upload is followed and called off. */
export interface UploadOptions {
  onProgress: (progress: FileProgress) => void
  signal: AbortSignal
}

/** Puts a picture of oneself in place of the last one. Its error is for the form: file-too-large, no-picture, daily-upload-limit. */
export async function uploadAvatar(file: File, options: UploadOptions): Promise<void> {
  await callCore(avatarUpdate, { file }, { ...options, quiet: true })
  void queryClient.invalidateQueries(profileQuery)
}
