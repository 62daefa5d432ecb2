import { queryOptions } from '@tanstack/react-query'
import { subscribeKey } from 'valtio/utils'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import type { Person } from '#contract/calls/user/person.ts'
import type { CoreState } from '#contract/core-api.ts'
import type { InputOf } from '#contract/define-call.ts'
import { faultOf } from '../../lib/fault.ts'
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

/**
 * Changes what is given, and resolves as soon as that is written down: the signed-in person is as given then, by what waits in the outbox or by what the
 * service says. Resolves, too, when the change is refused, which is announced.
 */
export function writeProfile(changes: Partial<Pick<Person, 'language' | 'theme'>>): Promise<void> {
  const has = ({ session }: Pick<CoreState, 'session'>) =>
    session.kind === 'signed-in' && Object.entries(changes).every(([name, value]) => session.user[name as keyof typeof changes] === value)
  return new Promise((resolve) => {
    const stop = subscribeKey(coreState, 'session', () => has(coreState) && resolve())
    void faultOf(updateProfile(changes)).finally(() => {
      stop()
      resolve()
    })
    // The service knows it already, and hears it once more: it may be this machine that had something else.
    if (has(coreState)) resolve()
  })
}
