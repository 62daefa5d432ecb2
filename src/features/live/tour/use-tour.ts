import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Tour } from '#contract/calls/config/user-config.ts'
import { layoutsQuery, toursQuery } from '../../../data/places/layouts.ts'
import { splitNameOf } from '../../../lib/wall-grid.ts'
import { TourRun, viewsOf, type TourState, type TourView } from './tour.ts'
import { putUp } from '../wall/wall-store.ts'

export interface RunningTour extends TourState {
  name: string
  run: TourRun
  end: () => void
}

/** Runs the tour that the address names. It ends when the address no longer does: when somebody ends it, or changes the wall. */
export function useTour(tourId: string | undefined): RunningTour | undefined {
  const navigate = useNavigate({ from: '/live' })
  const { data: tours } = useQuery({ ...toursQuery, enabled: tourId !== undefined })
  const { data: layouts } = useQuery({ ...layoutsQuery, enabled: tourId !== undefined })
  const tour = tours?.configs.find(({ configId }) => configId === tourId)
  const [run, setRun] = useState<TourRun>()
  const [state, setState] = useState<TourState>()
  // By value: lists are asked for anew when anybody changes theirs, and a tour does not begin again for that.
  const plan = tour && layouts && JSON.stringify(planOf(tour, layouts.configs))
  const splitById = useMemo(
    () => new Map(layouts?.configs.map(({ configId, configValue }) => [configId, splitNameOf(configValue)])),
    [layouts],
  )
  const splits = useRef(splitById)
  useEffect(() => {
    splits.current = splitById
  }, [splitById])

  useEffect(() => {
    if (plan === undefined) return
    const { views, dwellS } = JSON.parse(plan) as ReturnType<typeof planOf>
    const show = (view: TourView) => {
      const isLayout = 'layoutId' in view
      if (!isLayout) putUp(view.layout)
      const split = isLayout ? splits.current.get(view.layoutId) : splitNameOf(view.layout)
      void navigate({ search: (before) => ({ ...before, split, layout: isLayout ? view.layoutId : undefined }), replace: true })
    }
    const made = new TourRun(views, dwellS * 1_000, { show, told: setState })
    setRun(made)
    return () => {
      made.end()
      setRun(undefined)
    }
  }, [plan, navigate])

  if (tour === undefined || state === undefined || run === undefined) return undefined
  const end = () => void navigate({ search: (before) => ({ ...before, tour: undefined }), replace: true })
  return { ...state, name: tour.configName, run, end }
}

function planOf({ configValue }: Tour, layouts: readonly { configId: string }[]) {
  return { views: viewsOf(configValue, new Set(layouts.map(({ configId }) => configId))), dwellS: configValue.dwellS }
}
