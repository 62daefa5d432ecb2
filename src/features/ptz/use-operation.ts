import { useLingui } from '@lingui/react/macro'
import type { PtzAct, PtzEdit } from '#contract/ptz.ts'
import { actPtz, editPtz, refreshPtz, type PtzPlace } from '../../data/places/ptz.ts'
import { faultOf } from '../../lib/fault.ts'
import { say } from '../../ui/notice/toast-store.ts'

/** What the lists of a camera do. */
export interface Operation {
  /** Has the camera do something; false when it did not, which is announced. */
  act: (act: PtzAct, options?: { isSaid?: boolean }) => Promise<boolean>
  /** Changes what it remembers. Throws `CallError`, for the form to say. */
  edit: (edit: PtzEdit) => Promise<void>
  /** The same where there is no form: false when it failed, which is announced. */
  tryEdit: (edit: PtzEdit) => Promise<boolean>
}

/** Operations on presets, cruises and tracks end with "operation success" for 2 s, or with the message of what was wrong (rule 8.4). */
export function useOperation(place: PtzPlace): Operation {
  const { t } = useLingui()
  const done = () => say('done', t`Operation successful.`)
  return {
    act: async (act, { isSaid = true } = {}) => {
      const isDone = (await faultOf(actPtz(place, act))) === undefined
      if (isDone && act.act === 'track-stop') await refreshPtz(place)
      if (isDone && isSaid) done()
      return isDone
    },
    edit: async (edit) => {
      await editPtz(place, edit, { quiet: true })
      done()
    },
    tryEdit: async (edit) => {
      const isDone = (await faultOf(editPtz(place, edit))) === undefined
      if (isDone) done()
      return isDone
    },
  }
}
