import type { CodecPart } from '#contract/codec-api.ts'

/** What is done with each part, and when no more come. */
export interface JobSteps {
  take(part: CodecPart): void
  end?(): void
}
