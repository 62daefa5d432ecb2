import { lazy } from 'react'
import { FloatTool } from './float-tool.tsx'
import { FullScreenTool } from './full-screen-tool.tsx'
import { MuteAllTool } from './mute-all-tool.tsx'
import { PopOutTool } from './pop-out-tool.tsx'
import { RecordLengthTool } from './record-length-tool.tsx'
import { RecordTool } from './record-tool.tsx'
import { RemoveTool } from './remove-tool.tsx'
import { ReplayTool } from './replay-tool.tsx'
import { ShareTool } from './share-tool.tsx'
import { ShapeTool } from './shape-tool.tsx'
import { SnapshotTool } from './snapshot-tool.tsx'
import { SoundTool } from './sound-tool.tsx'
import { StatsTool } from './stats-tool.tsx'
import { StreamTool } from './stream-tool.tsx'
import { TalkTool } from './talk-tool.tsx'
import { ZoomTool } from './zoom-tool.tsx'
import type { Tool } from './tool.tsx'

/** Few look for it. */
const LookBackTool = lazy(() => import('./look-back-tool.tsx').then(({ LookBackTool: Tool }) => ({ default: Tool })))

/** The most used: buttons over the picture, while the window has room for them. Not more than six, each with a key. */
export const rowTools: readonly Tool[] = [SnapshotTool, RecordTool, ReplayTool, SoundTool, FullScreenTool, RemoveTool]

/** All tools, in the order of the menu; a line between what belongs together. */
export const menuTools: readonly (Tool | 'line')[] = [
  SnapshotTool,
  RecordTool,
  RecordLengthTool,
  ReplayTool,
  LookBackTool,
  ShareTool,
  'line',
  SoundTool,
  MuteAllTool,
  TalkTool,
  'line',
  ZoomTool,
  ShapeTool,
  StreamTool,
  StatsTool,
  'line',
  FloatTool,
  PopOutTool,
  FullScreenTool,
  RemoveTool,
]
