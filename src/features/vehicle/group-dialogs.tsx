import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Plate, PlateGroup } from '#contract/calls/vehicle/plate.ts'
import { useLicenceGuard } from '../../data/organization/use-licence-guard.ts'
import { LicenceGuard } from '../../ui/licence/licence-guard.tsx'
import { DeleteGroup } from './delete-group.tsx'
import { DeletePlates } from './delete-plates.tsx'
import { GroupForm } from './group-form.tsx'
import { MovePlates } from './move-plates.tsx'
import { PlateForm } from './plate-form.tsx'

/** What somebody is doing with a group or its plates. */
export type GroupDoing =
  | { kind: 'add' | 'import' | 'rename' | 'delete-group' }
  | { kind: 'edit'; plate: Plate }
  | { kind: 'move' | 'delete'; plates: readonly Plate[] }

const ImportPlates = lazy(() => import('./import-plates.tsx').then(({ ImportPlates }) => ({ default: ImportPlates })))

interface GroupDialogsProps {
  group: PlateGroup
  doing: GroupDoing | undefined
  offlineReason: string | undefined
  onDo: (doing: GroupDoing) => void
  /** Plates are gone from the group. */
  onDone: () => void
  onClose: () => void
}

/** The dialog of whatever is being done. */
export function GroupDialogs({ group, doing, offlineReason, onDo, onDone, onClose }: GroupDialogsProps) {
  const navigate = useNavigate({ from: '/vehicle/plates' })
  const shared = { offlineReason, onClose }
  const guarded = { stand: useLicenceGuard(), onClose }
  if (doing === undefined) return null
  if (doing.kind === 'add')
    return (
      <LicenceGuard {...guarded}>
        <PlateForm groupId={group.groupId} {...shared} />
      </LicenceGuard>
    )
  if (doing.kind === 'edit')
    return (
      <PlateForm
        key={doing.plate.plateId}
        groupId={group.groupId}
        plate={doing.plate}
        {...shared}
        onDelete={() => onDo({ kind: 'delete', plates: [doing.plate] })}
      />
    )
  if (doing.kind === 'move') return <MovePlates plates={doing.plates} from={group} onDone={onDone} {...shared} />
  if (doing.kind === 'delete') return <DeletePlates plates={doing.plates} onDone={onDone} {...shared} />
  if (doing.kind === 'rename') return <GroupForm group={group} {...shared} />
  if (doing.kind === 'delete-group') return <DeleteGroup group={group} {...shared} onDone={() => void navigate({ search: {} })} />
  return (
    <LicenceGuard {...guarded}>
      <Suspense>
        <ImportPlates group={group} {...shared} />
      </Suspense>
    </LicenceGuard>
  )
}
