import { queryOptions } from '@tanstack/react-query'
import { subscribeKey } from 'valtio/utils'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import type { Person } from '#contract/calls/user/person.ts'
import type { CoreState } from '#contract/core-api.ts'
import type { InputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { changeCore, coreState } from '../core/core.ts'
import { overtake } from '../core/overtake.ts'
import { queryClient } from '../query/query-client.ts'

/** The signed-in person. Mere display can read `coreState.session` instead, which the worker keeps up to date. */
export const profileQuery = queryOptions({ queryKey: ['profile'], queryFn: ask(profileGet, undefined) })

/** Changes what is given of one's own profile. `isQueued`: it waits in the outbox. */
export async function updateProfile(changes: InputOf<typeof profileUpdate>): Promise<{ isQueued: boolean }> {
  const changed = await changeCore(profileUpdate, changes)
  if (changed.kind === 'done') overtake(queryClient, profileQuery.queryKey, () => changed.data)
  else await queryClient.invalidateQueries(profileQuery)
  return { isQueued: changed.kind === 'queued' }
}

/** Resolves when the signed-in person is as given, by what is written down in the outbox or what the service says. */
export function untilPersonHas(fields: Partial<Pick<Person, 'language' | 'theme'>>): Promise<void> {
  const has = ({ session }: Pick<CoreState, 'session'>) =>
    session.kind === 'signed-in' && Object.entries(fields).every(([name, value]) => session.user[name as keyof typeof fields] === value)
  return new Promise((resolve) => {
    if (has(coreState)) return resolve()
    const stop = subscribeKey(coreState, 'session', () => {
      if (!has(coreState)) return
      stop()
      resolve()
    })
  })
}
