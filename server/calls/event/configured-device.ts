import { CallFault } from '../call-fault.ts'
import type { Caller } from '../../access/caller.ts'
import type { Context } from '../../context.ts'

/** Fails with 33003 when the person sees no such device, and with 33001 when they may not configure all of it. */
export async function requireConfiguredDevice({ rights }: Pick<Context, 'rights'>, caller: Caller, sn: string): Promise<void> {
  if (!(await rights.deviceSns(caller)).has(sn)) throw new CallFault(33003)
  if (caller.role === 'administrator') return
  const channels = await rights.channels(caller, { sn })
  if (!channels.every((channel) => channel.rights.includes('configure'))) throw new CallFault(33001)
}
