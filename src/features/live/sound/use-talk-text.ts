import { useLingui } from '@lingui/react/macro'
import type { TalkState } from '../../../data/media/sound/sound-state.ts'

type Reason = Extract<TalkState, { kind: 'failed' }>['reason']

/** How a talk goes, as a sentence; empty while there is none. */
export function useTalkText(state: TalkState): string {
  const { t } = useLingui()
  if (state.kind === 'off') return ''
  if (state.kind === 'asking') return t`One moment…`
  if (state.kind === 'on') return t`You are heard.`
  const { talker } = state
  const reasons: Record<Reason, string> = {
    busy: talker === undefined ? t`Somebody else is talking to this camera.` : t`${talker} is talking to this camera.`,
    unsupported: t`This camera cannot be talked to from here.`,
    refused: t`The camera does not let itself be talked to now.`,
    'no-permission': t`You do not have the right to talk here.`,
    'not-found': t`This camera is not there any more.`,
    offline: t`The camera cannot be reached now.`,
    failed: t`The camera has ended the talk.`,
    denied: t`The browser may not use the microphone. Allow it beside the address of this page, then try again.`,
    missing: t`No microphone was found.`,
    'in-use': t`Another program is using the microphone.`,
  }
  return reasons[state.reason]
}
