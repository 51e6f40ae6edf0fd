import { dealLife } from './support/scenarios/dealScenario';
import { tellLife } from './support/scenarios/runScenario';

tellLife('deal', 'a deal', dealLife);
