import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { MessageDescriptor } from '@lingui/core'
import { useSnapshot } from 'valtio'
import type { StorageNotice } from '#contract/core-api.ts'
import { askCore, coreState } from '../../data/core/core.ts'
import classes from './frame.module.css'

const texts: Record<Exclude<StorageNotice, 'damaged'>, MessageDescriptor> = {
  memory: msg`This browser keeps nothing for this app, as in a private window. Everything works, but after closing it you must sign in again, and nothing opens without a network.`,
  blocked: msg`A tab with an older version of this app is in the way of the storage. Close the other tabs; until then nothing is kept on this computer.`,
  full: msg`The disk space of this browser is used up. What changes now is kept only while this app is open. Free some space.`,
  cleared: msg`The browser has cleared what this app kept on this computer. You stay signed in; what is shown without a network is collected anew.`,
}

/** Says once, in all tabs together, what befell the storage. */
export function StorageLine() {
  const { i18n } = useLingui()
  const { notice, damaged } = useSnapshot(coreState).storage
  if (notice === undefined) return null
  return (
    <p className={classes['line']} data-tone="warning" role="status">
      <span>
        {notice === 'damaged' ? (
          <Plural
            value={damaged}
            one="# item kept on this computer was damaged and has been set aside. The service is asked for it again."
            other="# items kept on this computer were damaged and have been set aside. The service is asked for them again."
          />
        ) : (
          i18n._(texts[notice])
        )}
      </span>
      <button type="button" onClick={() => void askCore('acknowledgeStorage')}>
        <Trans>Understood</Trans>
      </button>
    </p>
  )
}
