import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { recordTypes } from '#contract/recorded-media.ts'
import { loadTexts, showLanguage } from '#src/ui/text/i18n.ts'
import { useTheme } from '#src/ui/theme/theme-choice.ts'
import { DEFAULT_ACCENT, tokenSheet } from '#src/ui/theme/theme.ts'
import { eventsOf } from '#src/ui/time-line/core/event-marks.ts'
import type { Part } from '#src/ui/time-line/core/part.ts'
import { recordedOf, type Segment } from '#src/ui/time-line/core/segments.ts'
import { TimeLine } from '#src/ui/time-line/time-line.tsx'
import '#src/ui/theme/base.css'
import { labBounds, type Lab, type LabWish } from './lab-api.ts'

document.head.append(Object.assign(document.createElement('style'), { textContent: tokenSheet(DEFAULT_ACCENT) }))
const root = createRoot(document.getElementById('root') as HTMLElement)
let told: ReturnType<Lab['told']> = { seeks: [], scrubs: [], part: {} }
let setAt: (atMs: number) => void = () => {}

/** The same ones each time: a schedule by day, and what happened in between. */
function segmentsOf(lane: number, count: number): Segment[] {
  const stepMs = (labBounds.toMs - labBounds.fromMs) / count
  return Array.from({ length: count }, (_, index): Segment => {
    const chance = ((index + 1) * (lane + 3) * 2_654_435_761) % 1_000
    const startMs = labBounds.fromMs + index * stepMs + (chance / 1_000) * stepMs * 0.4
    const isLong = index % 6 === 0
    const type = isLong ? 'SCHEDULE' : (recordTypes[(chance + lane) % recordTypes.length] ?? 'OTHER')
    return { startMs, endMs: startMs + stepMs * (isLong ? 1.6 : 0.1 + chance / 2_500), type }
  })
}

const names = ['Gate 1 – entry', 'Gate 2 – exit', 'Yard', 'Loading dock', 'Reception with a long name of its own', 'Stairs']

/** In the place of a picture. */
function previewOf() {
  return <div style={{ width: 160, height: 90, background: '#3a4655' }} />
}

function Page({ wish }: { wish: LabWish }) {
  useTheme({ onVideo: false, accent: DEFAULT_ACCENT, isKept: false })
  const [atMs, setAtMs] = useState(wish.atMs)
  const [part, setPart] = useState<Part>({})
  const [{ lanes, events }] = useState(() => ({
    lanes: Array.from({ length: wish.lanes }, (_, lane) => ({
      id: String(lane),
      name: names[lane] ?? `Camera ${lane + 1}`,
      recorded: recordedOf(segmentsOf(lane, Math.round(wish.segments / wish.lanes))),
    })),
    events: eventsOf(
      Array.from({ length: wish.events }, (_, index) => ({
        atMs: Math.round(labBounds.fromMs + ((index * index * 7_919_003) % (labBounds.toMs - labBounds.fromMs))),
        isAlarm: index % 9 === 0,
      })),
    ),
  }))
  useEffect(() => {
    setAt = setAtMs
  }, [])
  return (
    <main style={{ padding: '160px 8px 8px' }}>
      <h1 style={{ fontSize: 16 }}>Playback</h1>
      <TimeLine
        label="Time"
        bounds={labBounds}
        atMs={atMs}
        zone={wish.zone}
        lanes={lanes}
        events={events}
        form={wish.form}
        part={part}
        onPart={(next) => {
          told.part = next
          setPart(next)
        }}
        onSeek={(wantedMs) => {
          told.seeks.push(wantedMs)
          setAtMs(wantedMs)
        }}
        onScrub={(wantedMs) => told.scrubs.push(wantedMs)}
        preview={wish.hasPreview ? previewOf : undefined}
      />
    </main>
  )
}

let shown = 0
const lab: Lab = {
  show: async (wish) => {
    await showLanguage(wish.language)
    await loadTexts('/playback')
    told = { seeks: [], scrubs: [], part: {} }
    root.render(
      <I18nProvider i18n={i18n}>
        <Page key={(shown += 1)} wish={wish} />
      </I18nProvider>,
    )
  },
  play: (atMs) => setAt(atMs),
  told: () => told,
}
Object.assign(globalThis, { lab })
