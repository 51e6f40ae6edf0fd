export { dealScenario } from '../../../operations/support/records';
