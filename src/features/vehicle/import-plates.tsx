import { useLingui } from '@lingui/react/macro'
import type { PlateGroup } from '#contract/calls/vehicle/plate.ts'
import { listColumns } from '#contract/sheet-api.ts'
import { comparePlates, mergePlates, PLATES_A_PIECE, refreshPlates } from '../../data/records/plate-import.ts'
import { readListFile } from '../../data/records/sheet-worker.ts'
import { ImportDialog } from '../../ui/import/import-dialog.tsx'
import { savePlateTemplate } from './export-plates.ts'

/** Imports a list of plates into a group. */
export function ImportPlates({
  group,
  offlineReason,
  onClose,
}: {
  group: PlateGroup
  offlineReason: string | undefined
  onClose: () => void
}) {
  const { t } = useLingui()
  const { groupId, groupName, capacity, plateTotal } = group
  return (
    <ImportDialog
      id="plate-import"
      title={t`Import plates into “${groupName}”`}
      importer={{
        read: (file, watch) => readListFile('plates', file, watch),
        compare: async (rows, signal) => ({ compared: await comparePlates(groupId, rows, signal), room: capacity - plateTotal }),
        send: (plates) => mergePlates(groupId, plates),
        piece: PLATES_A_PIECE,
      }}
      columns={listColumns.plates}
      required={['plate']}
      beside={['owner', 'vehicleType', 'phone']}
      offlineReason={offlineReason}
      onTemplate={() => void savePlateTemplate()}
      onWritten={() => void refreshPlates()}
      onClose={onClose}
    />
  )
}
