export type { RecordScenario, ScenarioBuilder } from '../../../operations/support/scenario';
