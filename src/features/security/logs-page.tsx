import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { fileNameOf } from '#contract/rules.ts'
import { coreState } from '../../data/core/core.ts'
import { opLogsQuery, type OpLog } from '../../data/organization/op-logs.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { Page } from '../../ui/page/page.tsx'
import { DEFAULT_PAGE_SIZE } from '../../ui/controls/page-sizes.ts'
import { Pager } from '../../ui/controls/pager.tsx'
import { BackLink } from './back-link.tsx'
import { LogDetails } from './log-details.tsx'
import { cancelLogExport, exportLogs, logExport } from './log-export.ts'
import { filterOf, rangeOf } from './log-filter.ts'
import { LogFilters } from './log-filters.tsx'
import type { LogSearch } from './log-search.ts'
import { LogTable } from './log-table.tsx'

const noFilter = { fromMs: 0, untilMs: 0 }

/** The audit trail of the organization, with filters and an export (rule 1.7). For administrators. */
export function LogsPage() {
  const search = useSearch({ from: '/_home/privacySecurity/operation-logs' })
  const navigate = useNavigate({ from: '/privacySecurity/operation-logs' })
  const [openedAtMs] = useState(Date.now)
  const [opened, setOpened] = useState<OpLog>()
  const { page = 1, size = DEFAULT_PAGE_SIZE } = search
  const filter = filterOf(search, openedAtMs)
  const isAsked = !('wrong' in filter)
  const trouble = !isAsked && filter.wrong
  const logs = useQuery({
    ...opLogsQuery({ ...(isAsked ? filter : noFilter), pageNum: page, pageSize: size }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  function change(next: Partial<LogSearch>) {
    void navigate({ search: (now) => ({ ...now, page: undefined, ...next }), replace: true })
  }
  return (
    <Mantine>
      <Page
        back={<BackLink />}
        title={<Trans>Operation logs</Trans>}
        action={isAsked && <Export filter={filter} range={rangeOf(search, openedAtMs)} />}
        foot={<Pager total={isAsked ? (logs.data?.total ?? 0) : 0} page={page} size={size} canSize onTurn={change} />}
      >
        <LogFilters search={search} range={rangeOf(search, openedAtMs)} trouble={trouble} onChange={change} />
        <LogTable
          trouble={trouble}
          logs={isAsked ? logs.data?.logs : []}
          error={logs.error}
          onRetry={() => void logs.refetch()}
          onOpen={setOpened}
        />
        {opened && <LogDetails log={opened} onClose={() => setOpened(undefined)} />}
      </Page>
    </Mantine>
  )
}

function Export({ filter, range }: { filter: Parameters<typeof exportLogs>[0]; range: { from: string; until: string } }) {
  const { t, i18n } = useLingui()
  const { state } = useSnapshot(logExport)
  const { clockOffsetMs } = useSnapshot(coreState)
  if (state.kind === 'none') {
    const fileName = fileNameOf(t`Operation logs ${range.from} to ${range.until}.csv`)
    return (
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
        onClick={() => void exportLogs(filter, Date.now() + clockOffsetMs, fileName)}
      >
        <Trans>Export</Trans>
      </Button>
    )
  }
  const [read, total] = [i18n.number(state.read), i18n.number(state.total)]
  return (
    <>
      <span className="sl-figures" role="status">
        <Trans>
          {read} of {total}
        </Trans>
      </span>
      <Button variant="default" onClick={cancelLogExport}>
        <Trans>Cancel</Trans>
      </Button>
    </>
  )
}
