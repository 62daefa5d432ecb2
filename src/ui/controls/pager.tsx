import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { Select } from './select.tsx'
import { IconButton } from './icon-button.tsx'
import { pageSizes, type PageSize } from './page-sizes.ts'
import classes from './pager.module.css'

/** What changes in the address of a list: another page, or the first one of pages of another size. */
interface Turn {
  page: number | undefined
  size?: PageSize | undefined
}
interface PagerProps {
  total: number
  /** From 1. */
  page: number
  size: number
  /** Whether one chooses how many rows a page has. */
  canSize?: boolean
  onTurn: (to: Turn) => void
}

/** What part of a long list is shown, and the way through it. */
export function Pager({ total, page, size, canSize = false, onTurn }: PagerProps) {
  const { t, i18n } = useLingui()
  const rows = useId()
  if (total === 0) return null
  const [from, to, all] = [(page - 1) * size + 1, Math.min(page * size, total), total].map((value) => i18n.number(value))
  return (
    <div className={classes['pager']}>
      {canSize && (
        <div className={classes['rows']}>
          <label htmlFor={rows}>
            <Trans>Rows</Trans>
          </label>
          <Select
            id={rows}
            size="xs"
            value={String(size)}
            data={pageSizes.map(String)}
            onChange={({ currentTarget: { value } }) =>
              onTurn({ page: undefined, size: pageSizes.find((known) => String(known) === value) })
            }
          />
        </div>
      )}
      <span className="sl-figures">
        <Trans>
          {from}–{to} of {all}
        </Trans>
      </span>
      <IconButton label={t`Previous page`} isDisabled={page <= 1} onClick={() => onTurn({ page: page - 1 })}>
        <IconChevronLeft size={16} stroke={1.5} aria-hidden />
      </IconButton>
      <IconButton label={t`Next page`} isDisabled={page * size >= total} onClick={() => onTurn({ page: page + 1 })}>
        <IconChevronRight size={16} stroke={1.5} aria-hidden />
      </IconButton>
    </div>
  )
}
