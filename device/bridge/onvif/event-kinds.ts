import type { EventAttributes, EventKind } from '#contract/event-attributes.ts'

/**
 * Topics, without prefixes, and what they are to us: of the ONVIF specifications (Analytics, Imaging, Device IO, and with them Profile M), and of
 * cameras that are sold much. Sound, heat, counters and things that were left or taken have no event of ours.
 */
const topics: readonly [RegExp, EventKind][] = [
  [/^RuleEngine\/Recognition\/LicensePlate|LicensePlate|\/LPR\b|\/ANPR\b|PlateRecogni/i, 'plate'],
  [/^RuleEngine\/Recognition\/Face|^RuleEngine\/(?:[^/]+\/)?Face|FaceDetect|FaceRecogni/i, 'face'],
  [/^RuleEngine\/(?:LineDetector|LineCrossing|LineCrossDetector|CrossLineDetector)\b|LineCross/i, 'line-crossing'],
  [
    /^RuleEngine\/(?:FieldDetector|IntrusionDetector|LoiteringDetector|RegionEntrance|PerimeterDetector)\b|Intrusion|Loitering/i,
    'intrusion',
  ],
  [
    /^RuleEngine\/TamperDetector\b|^VideoSource\/(?:GlobalSceneChange|ImageTooDark|ImageTooBlurry|ImageTooBright|ImpairedVisibility|Tampering|CameraRedirected)\b|^(?:VideoAnalytics|UserAlarm)\/[^/]*Tamper/,
    'tampering',
  ],
  [/^Device\/Trigger\/DigitalInput$|^Device\/IO\/(?:Port|VirtualInput|VirtualPort)|^Device\/Input\b|\/Visitor$/, 'input'],
  [/^RuleEngine\/[^/]+\/(?:People|Person|Human)|HumanShapeDetect|PeopleDetect/, 'person'],
  [/^RuleEngine\/[^/]+\/(?:Vehicle|Car\b)|VehicleDetect/, 'vehicle'],
  [
    /^RuleEngine\/(?:CellMotionDetector|MotionRegionDetector|MotionDetector)\b|^VideoSource\/MotionAlarm|^VideoAnalytics\/Motion|\/VMD\/|^VideoMotion/,
    'motion',
  ],
]

/** Topics whose messages say themselves of what class it is that was found. */
const classified = /^RuleEngine\/ObjectDetection\b|ObjectAnalytics\/|^RuleEngine\/[^/]*SmartEvent/

/** A class of the specification, or as cameras write it, and what we call it. */
const classes: readonly [RegExp, EventKind, EventAttributes?][] = [
  [/^(?:human|person|people|pedestrian)$/i, 'person'],
  [/^(?:human)?face$/i, 'face'],
  [/^licen[cs]eplate$/i, 'plate'],
  [/^bicycle$/i, 'vehicle', { vehicleType: 'bicycle' }],
  [/^(?:motorcycle|motorbike)$/i, 'vehicle', { vehicleType: 'motorcycle' }],
  [/^(?:bus)$/i, 'vehicle', { vehicleType: 'bus' }],
  [/^(?:truck)$/i, 'vehicle', { vehicleType: 'truck' }],
  [/^(?:vehicle|vehical|car|bike|othervehicle)$/i, 'vehicle'],
]
/** States of smart events that name what is there. */
const classStates: Readonly<Record<string, EventKind>> = { isvehicle: 'vehicle', ispeople: 'person', ishuman: 'person', isface: 'face' }

export interface Found {
  kind: EventKind
  attributes: EventAttributes
}

/** What a class is to us; undefined for animals, fire and what else there is. */
function classFound(name: string): Found | undefined {
  const found = classes.find(([pattern]) => pattern.test(name.trim()))
  return found && { kind: found[1], attributes: found[2] ?? {} }
}

/** What a message of this topic tells of; nothing for topics that are none of ours. `values`: its items, by names in small letters. */
export function foundBy(topic: string, values: ReadonlyMap<string, string>): Found[] {
  if (classified.test(topic)) {
    const named = (values.get('classtypes') ?? values.get('classtype') ?? values.get('objecttype') ?? values.get('class') ?? '').split(
      /[\s,]+/,
    )
    const byState = Object.entries(classStates).flatMap(([state, kind]) => (values.has(state) ? [{ kind, attributes: {} }] : []))
    const found = [...named.flatMap((name) => classFound(name) ?? []), ...byState]
    return found.filter((one, index) => found.findIndex(({ kind }) => kind === one.kind) === index)
  }
  const kind = topics.find(([pattern]) => pattern.test(topic))?.[1]
  return kind === undefined ? [] : [{ kind, attributes: {} }]
}

/** Whether a classified topic, of which one message may tell nothing that we know. */
export function isClassified(topic: string): boolean {
  return classified.test(topic)
}

/** What is wrong with the camera itself: no picture any more, or nowhere to keep it. */
export function healthOf(topic: string): 'signal' | 'storage' | undefined {
  if (/^VideoSource\/(?:SignalLoss|VideoLoss)|^VideoLoss/.test(topic)) return 'signal'
  return /^Device\/HardwareFailure\/StorageFailure|^Device\/(?:Storage|HardDisk)(?:Failure|Full|Error|Disruption)/.test(topic)
    ? 'storage'
    : undefined
}
