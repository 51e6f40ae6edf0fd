import { dealScenario } from './support/scenarios/dealScenario';
import { runScenario } from './support/scenarios/runScenario';

runScenario('deal', 'a deal', dealScenario);
