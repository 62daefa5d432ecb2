import { useLingui } from '@lingui/react/macro'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import type { Tour, UserConfig } from '#contract/calls/config/user-config.ts'
import { useHoldsRole } from '../../../data/person/roles.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { announceError } from '../announce-error.ts'
import classes from './layouts.module.css'

type Config = Tour | UserConfig

/** Tells what one may delete: one's own, and as an administrator what others share. */
export function useMayDelete(): (config: Config) => boolean {
  const isAdministrator = useHoldsRole('administrator')
  return ({ sharedBy }) => sharedBy === undefined || isAdministrator
}

/** Who shares it, when it is not one's own. */
export function SharedBy({ config: { sharedBy } }: { config: Config }) {
  const { t } = useLingui()
  return sharedBy !== undefined && <small className={classes['owner']}>{t`by ${sharedBy}`}</small>
}

/** Shares what is one's own with everybody of the organization, or no longer. */
export function ShareButton({ config, onToggle }: { config: Config; onToggle: () => Promise<unknown> }) {
  const { t } = useLingui()
  const { configName, isShared, sharedBy } = config
  if (sharedBy !== undefined) return null
  return (
    <IconButton
      label={isShared ? t`“${configName}” is shared with everybody; press to change that` : t`Share “${configName}” with everybody`}
      isPressed={isShared}
      onClick={() => void announceError(onToggle())}
    >
      <IconUsers size={16} stroke={1.5} aria-hidden />
    </IconButton>
  )
}
