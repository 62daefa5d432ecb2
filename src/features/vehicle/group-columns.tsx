import { Plural, useLingui } from '@lingui/react/macro'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import type { PlateGroup } from '#contract/calls/vehicle/plate.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import type { Column } from '../../ui/controls/table/column.ts'
import { Fill } from './fill.tsx'

/** The columns of the list of groups. */
export function useGroupColumns({
  onRename,
  onDelete,
}: {
  onRename: (group: PlateGroup) => void
  onDelete: (group: PlateGroup) => void
}): Column<PlateGroup>[] {
  const { t } = useLingui()
  return [
    {
      id: 'name',
      name: t`Name`,
      kind: 'main',
      widthPx: 280,
      title: ({ groupName }) => groupName,
      sortBy: ({ groupName }) => groupName,
      cell: ({ groupName }) => groupName,
    },
    {
      id: 'plates',
      name: t`Plates`,
      narrow: 'second',
      widthPx: 280,
      sortBy: ({ plateTotal }) => plateTotal,
      cell: (group) => <Fill group={group} />,
    },
    {
      id: 'used',
      name: t`Used by`,
      narrow: 'none',
      widthPx: 200,
      title: ({ usedBy }) => usedBy.join(', '),
      sortBy: ({ usedBy }) => usedBy.length,
      cell: ({ usedBy }) => (usedBy.length === 0 ? '–' : <Plural value={usedBy.length} one="# alarm rule" other="# alarm rules" />),
    },
    {
      id: 'actions',
      name: t`Actions`,
      isNameHidden: true,
      kind: 'actions',
      cell: (group) => (
        <>
          <IconButton label={t`Rename “${group.groupName}”`} onClick={() => onRename(group)}>
            <IconPencil size={16} stroke={1.5} aria-hidden />
          </IconButton>
          <IconButton label={t`Delete “${group.groupName}”`} onClick={() => onDelete(group)}>
            <IconTrash size={16} stroke={1.5} aria-hidden />
          </IconButton>
        </>
      ),
    },
  ]
}
