import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { Select } from './select.tsx'
import { IconButton } from './icon-button.tsx'
import classes from './pager.module.css'

interface PagerProps {
  total: number
  /** From 1. */
  page: number
  size: number
  sizes: readonly number[]
  onPage: (page: number) => void
  onSize?: (size: number) => void
}

/** What part of a long list is shown, and the way through it. */
export function Pager({ total, page, size, sizes, onPage, onSize }: PagerProps) {
  const { t, i18n } = useLingui()
  const rows = useId()
  if (total === 0) return null
  const [from, to, all] = [(page - 1) * size + 1, Math.min(page * size, total), total].map((value) => i18n.number(value))
  return (
    <div className={classes['pager']}>
      {onSize && (
        <div className={classes['rows']}>
          <label htmlFor={rows}>
            <Trans>Rows</Trans>
          </label>
          <Select
            id={rows}
            size="xs"
            value={String(size)}
            data={sizes.map(String)}
            onChange={(event) => onSize(Number(event.currentTarget.value))}
          />
        </div>
      )}
      <span className="sl-figures">
        <Trans>
          {from}–{to} of {all}
        </Trans>
      </span>
      <IconButton label={t`Previous page`} isDisabled={page <= 1} onClick={() => onPage(page - 1)}>
        <IconChevronLeft size={16} stroke={1.5} aria-hidden />
      </IconButton>
      <IconButton label={t`Next page`} isDisabled={page * size >= total} onClick={() => onPage(page + 1)}>
        <IconChevronRight size={16} stroke={1.5} aria-hidden />
      </IconButton>
    </div>
  )
}
