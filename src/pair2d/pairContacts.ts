/** `contacts` of a pair in the plane. */
import { readOptions, type Keys } from '../checks.ts';
import { refuse } from '../errors.ts';
import { EDGES, KIND_SHIFT, NO_FEATURE, WITNESS_FEATURE } from '../queries/contacts/featureIds.ts';
import { Status, type StatusCode } from '../queries/distance/status.ts';
import { features, findContacts, MAX_POINTS, POINT, points } from './contacts.ts';
import { isSwapped, loadFrame } from './frame.ts';
import { geometryOf } from './geometry.ts';
import { BOUND, DISTANCE, measure, NORMAL, row } from './measure.ts';
import { loadPose, POSE, type Pose, poses } from './poses.ts';
import { isColumn } from './results.ts';
import type { Shape } from './shapes.ts';
