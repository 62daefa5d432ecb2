import { queryOptions } from '@tanstack/react-query'
import { remoteAccessReqCreate } from '#contract/calls/installer/remote-access-req-create.ts'
import { remoteAccessReqOwn } from '#contract/calls/installer/remote-access-req-own.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'
import { remoteAccessStatuses } from '#contract/states/remote-access.ts'
import { ask } from '../core/ask.ts'
import { askCore, callCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

/** What an installer is known by. It is nowhere but in the page that it was typed into. */
export type InstallerKey = InputOf<typeof remoteAccessReqOwn>
export type OwnRequest = OutputOf<typeof remoteAccessReqOwn>['requests'][number]

const LOOK_AGAIN_MS = 10_000

/** Whose installer this is, and the installer's requests; asked for again while one waits or is in use. Its errors are the page's. */
export function ownRequestsQuery(key: InstallerKey) {
  return queryOptions<OutputOf<typeof remoteAccessReqOwn>>({
    queryKey: ['installer-access', key.installerId],
    queryFn: ask(remoteAccessReqOwn, key),
    meta: { isQuiet: true },
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.requests.some(({ status }) => status === remoteAccessStatuses.pending || status === remoteAccessStatuses.accepted)
        ? LOOK_AGAIN_MS
        : false,
  })
}

/** Whether the service knows this key. Throws `CallError`: installer-key-wrong. */
export async function tryInstallerKey(key: InstallerKey): Promise<void> {
  const answer = await callCore(remoteAccessReqOwn, key, { quiet: true })
  queryClient.setQueryData(ownRequestsQuery(key).queryKey, answer)
}

/** Asks to act as administrator for a time. Throws `CallError`: installer-request-open while another request waits. */
export async function askForAccess(input: InputOf<typeof remoteAccessReqCreate>): Promise<void> {
  try {
    await callCore(remoteAccessReqCreate, input, { quiet: true })
  } finally {
    await queryClient.invalidateQueries({ queryKey: ownRequestsQuery(input).queryKey })
  }
}

/** Enters by the key, when the request is accepted. Throws `CallError`. */
export function enterByKey(requestId: string, { installerKey }: InstallerKey) {
  return askCore('enterRemotely', { grantId: requestId, token: installerKey })
}
