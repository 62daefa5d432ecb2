import { useSnapshot } from 'valtio'
import { coreState } from '../../data/core/core.ts'
import { dismissNotice, useMaintenance } from '../../data/app/maintenance.ts'
import { MaintenanceWords } from '../../ui/notice/maintenance-notice.tsx'
import classes from './frame.module.css'

/** The notice of maintenance on every page, until it is over or put away. */
export function MaintenanceLine() {
  const { clockOffsetMs } = useSnapshot(coreState)
  return <MaintenanceWords notice={useMaintenance()} clockOffsetMs={clockOffsetMs} className={classes['line']} onDismiss={dismissNotice} />
}
