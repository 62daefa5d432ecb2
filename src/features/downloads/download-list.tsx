import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useState } from 'react'
import type { ListedDownload } from '#contract/core-api.ts'
import { useAnswerAge } from '../../data/query/answer-age.ts'
import { useSiteZones } from '../../data/places/use-site-zones.ts'
import { downloadsQuery } from '../../data/records/downloads.ts'
import { faultOf } from '../../lib/fault.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ChoiceBar } from '../../ui/controls/choice-bar.tsx'
import { AsOf } from '../../ui/notice/as-of.tsx'
import { TroubleLine } from '../../ui/form/trouble.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { pluginErrorText } from '../../ui/text/plugin-error-text.ts'
import { TableSkeleton } from '../../ui/controls/table-skeleton.tsx'
import { DeleteDownload } from './delete-download.tsx'
import { DownloadRow } from './download-row.tsx'
import { PluginMissing, ServiceMissing } from './plugin-missing.tsx'
import { passes, type TaskFilter, taskFilterNames, taskFilters } from './task-filters.ts'
import classes from './downloads.module.css'

/** The tasks, the newest first, as far as the filter lets them through; looked at again every 3 s. */
export function DownloadList({ onAdd }: { onAdd: () => void }) {
  const { t, i18n } = useLingui()
  const { data: tasks } = useQuery(downloadsQuery)
  const age = useAnswerAge(downloadsQuery.queryKey)
  const zones = useSiteZones()
  const [filter, setFilter] = useState<TaskFilter>('all')
  const [trouble, setTrouble] = useState<string>()
  const [leaving, setLeaving] = useState<ListedDownload>()
  const shown = tasks?.filter(({ status }) => passes(filter, status))

  /** Does something with a task, and says what went wrong. Others may be under way. */
  async function run(work: Promise<void>) {
    setTrouble(undefined)
    const fault = await faultOf(work)
    if (fault) setTrouble(pluginErrorText(fault))
  }

  return (
    <div className={classes['body']}>
      <div className={classes['bar']}>
        <ChoiceBar
          label={t`Which downloads`}
          choices={taskFilterNames.map((name) => ({ id: name, name: i18n._(taskFilters[name].label) }))}
          value={filter}
          onChoose={setFilter}
        />
        <AsOf timeMs={age} />
        <Button size="sm" className={classes['add']} leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />} onClick={onAdd}>
          <Trans>Add from archives</Trans>
        </Button>
      </div>
      <PluginMissing />
      <ServiceMissing />
      <TroubleLine text={trouble} />
      {shown === undefined && <TableSkeleton />}
      {shown?.length === 0 && <Empty isFiltered={filter !== 'all'} />}
      {shown !== undefined && shown.length > 0 && (
        <ul className={classes['list']} aria-label={t`Downloads`}>
          {shown.map((task) => (
            <DownloadRow
              key={task.taskId}
              task={task}
              zone={zones.ofCamera(task)}
              isKept={task.keeper === 'plugin' && age !== undefined}
              onRun={run}
              onDelete={() => setLeaving(task)}
            />
          ))}
        </ul>
      )}
      {leaving !== undefined && <DeleteDownload task={leaving} onRun={run} onClose={() => setLeaving(undefined)} />}
    </div>
  )
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Notice drawing="search" title={<Trans>No download is like that.</Trans>} />
  return (
    <Notice drawing="cloud" title={<Trans>Nothing has been downloaded yet.</Trans>}>
      <Trans>Recordings that you download are listed here, with how far they have come.</Trans>
    </Notice>
  )
}
