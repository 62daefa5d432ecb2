import { useLingui } from '@lingui/react/macro'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import type { Device } from '#contract/calls/device/device.ts'
import { MenuButton, MenuItem } from '../../ui/controls/menu.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { errorText } from '../../ui/text/error-text.ts'
import { saveDevices } from './save-devices.ts'

interface ExportDevicesProps {
  /** Reads the whole list. Throws `CallError`. */
  all: () => Promise<Device[]>
  /** Why it cannot be saved now. */
  offlineReason: string | undefined
}

/** Saves the whole list as it is filtered and sorted, what nobody has scrolled to included. */
export function ExportDevices({ all, offlineReason }: ExportDevicesProps) {
  const { t, i18n } = useLingui()
  const { run, isBusy } = useAction((fault) => {
    say('error', errorText(fault))
    return undefined
  })
  const reason = offlineReason ?? (isBusy ? t`The list is being read.` : undefined)
  const off = reason === undefined ? {} : { reason }
  const save = (format: 'csv' | 'xlsx') => void run(async () => saveDevices(await all(), format, i18n))
  return (
    <MenuButton label={t`Export the list`} icon={<IconDownload size={18} stroke={1.5} aria-hidden />}>
      <MenuItem label={t`Export as Excel file (xlsx)`} {...off} onClick={() => save('xlsx')} />
      <MenuItem label={t`Export as text file (csv)`} {...off} onClick={() => save('csv')} />
    </MenuButton>
  )
}
