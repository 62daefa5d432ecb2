import { useLingui } from '@lingui/react/macro'
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs'
import { Suspense } from 'react'
import { MenuButton, MenuLine } from '../../../ui/controls/menu.tsx'
import { ToolPlace, type ToolProps } from '../tools/tool.tsx'
import { menuTools, rowTools } from '../tools/tools.ts'
import classes from './window.module.css'

/** Tools of a window; there on hover, focus or touch only. The menu has all of them, the row the most used, where there is room. */
export function WindowTools(props: ToolProps) {
  const { t } = useLingui()
  return (
    <div className={classes['tools']}>
      <div className={classes['row']}>
        {rowTools.map((Tool, index) => (
          <Tool key={index} {...props} />
        ))}
      </div>
      <MenuButton label={t`Tools of the window`} hotkey="T" icon={<IconDotsVertical size={16} stroke={1.5} aria-hidden />}>
        <ToolPlace value="menu">
          {menuTools.map((Tool, index) => (
            <Suspense key={index}>{Tool === 'line' ? <MenuLine /> : <Tool {...props} />}</Suspense>
          ))}
        </ToolPlace>
      </MenuButton>
    </div>
  )
}
