import type { AlarmKind } from '#contract/calls/event/alarm.ts'
import type { Language } from '#contract/enums.ts'

/** What alarms are called where the service writes to people itself. */
export const alarmKindNames: Record<Language, Record<AlarmKind, string>> = {
  'en-US': {
    'device-offline': 'Device offline',
    'channel-offline': 'Camera offline',
    'station-offline': 'Viewing station offline',
    'station-frozen': 'Picture of a viewing station stands still',
    'station-trouble': 'Viewing station has no picture of a camera',
    motion: 'Motion',
    person: 'Person',
    vehicle: 'Vehicle',
    face: 'Face',
    plate: 'Licence plate',
    'line-crossing': 'Line crossed',
    intrusion: 'Intrusion',
    tampering: 'Camera tampered with',
    input: 'Alarm input',
    combination: 'Combined alarm',
  },
  'zh-CN': {
    'device-offline': '设备离线',
    'channel-offline': '摄像机离线',
    'station-offline': '显示终端离线',
    'station-frozen': '显示终端画面静止',
    'station-trouble': '显示终端收不到摄像机画面',
    motion: '移动侦测',
    person: '人员',
    vehicle: '车辆',
    face: '人脸',
    plate: '车牌',
    'line-crossing': '越线',
    intrusion: '区域入侵',
    tampering: '镜头被遮挡或移动',
    input: '报警输入',
    combination: '组合报警',
  },
}
