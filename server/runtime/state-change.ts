import { mayBecome, type Transitions } from '#contract/states/state-machine.ts'
import { CallFault } from '../calls/call-fault.ts'

/** The state that follows, when the table allows it. Fails with wrong-state. */
export function changeState<State extends number | string>(table: Transitions<State>, from: State, to: State): State {
  if (!mayBecome(table, from, to)) throw new CallFault('wrong-state')
  return to
}
