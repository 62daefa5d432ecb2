import type { Icon } from '@tabler/icons-react'
import { createContext, use, type ComponentType, type LazyExoticComponent, type RefObject } from 'react'
import type { Channel } from '#contract/calls/device/channel.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { MenuChoices, MenuItem } from '../../../ui/controls/menu.tsx'
import { withSentence } from '../../../ui/text/joined.ts'
import type { ChannelRef } from '../layouts/arrangement.ts'

/** What a tool knows of its window. */
export interface ToolProps {
  /** The window's number, which its video has for life. */
  window: number
  /** Where it stands on the wall, counted from 0. */
  cell: number
  /** The camera's name. */
  name: string
  channelRef: ChannelRef
  /** The camera, with the person's rights on it; `undefined` while the list is not there, null when it is not in it. */
  channel: Channel | null | undefined
  /** The window's element on the page. */
  root: RefObject<HTMLElement | null>
}

/**
 * One tool of a window of the wall: a component that gives one `ToolAction` or one `ToolChoices`, or null where the tool means nothing.
 * To add one, write it in a file of its own in this folder and give it a line in `tools.ts`. It is made once in the row, if it is among
 * the most used, and once in the menu, while that is open: what it remembers belongs elsewhere.
 */
export type Tool = ComponentType<ToolProps> | LazyExoticComponent<ComponentType<ToolProps>>

/** Where the tool stands: as a button over the picture, or as an item of the menu. */
export const ToolPlace = createContext<'row' | 'menu'>('row')

interface ToolActionProps {
  label: string
  icon: Icon
  /** The key that does the same. Write it in the sheet of keys too. */
  hotkey?: string
  /** For what is either on or off. */
  isOn?: boolean
  /** Why it cannot be had now, as a sentence. The tool stays in its place and says so. */
  reason?: string
  onClick: () => void
}

/** Something to press: a button in the row, an item in the menu. */
export function ToolAction({ label, icon: Picture, hotkey, isOn, reason, onClick }: ToolActionProps) {
  const icon = <Picture size={16} stroke={1.5} aria-hidden />
  if (use(ToolPlace) === 'menu')
    return <MenuItem label={label} icon={icon} hotkey={hotkey} isChecked={isOn} reason={reason} onClick={onClick} />
  return (
    <IconButton
      label={reason === undefined ? label : withSentence(label, reason)}
      hotkey={hotkey}
      isPressed={isOn}
      isDisabled={reason !== undefined}
      onClick={onClick}
    >
      {icon}
    </IconButton>
  )
}

interface ToolChoicesProps<V extends string> {
  label: string
  icon: Icon
  value: V
  /** What each is called, in the order in which they stand. */
  choices: Record<V, string>
  /** Why there is nothing to choose now, as a sentence. */
  reason?: string
  onChoose: (value: V) => void
}

/** One of several; for the menu only. */
export function ToolChoices<V extends string>({ icon: Picture, ...choices }: ToolChoicesProps<V>) {
  return <MenuChoices {...choices} icon={<Picture size={16} stroke={1.5} aria-hidden />} />
}
