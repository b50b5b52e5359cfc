"""The questions that the lectures' figures ask: one file a lecture, one `Experiment` a figure."""

from .base import Axis, Choice, Experiment, Line, Parameter, Picture, Series, Simulation
from .experts import doubling, expert_regret, learning_rate, one_round
from .experts_one_race import adaptive_opponent, one_race
from .experts_data import forecasters, racing, stocks
from .exppw import exppw_true_epsilon, exppw_walk
from .exppw_data import exppw_intervals
from .exppw_errors import exppw_empirical, exppw_ties
from .exppw_new_points import exppw_population, exppw_sample_size
from .linear_learner import linear_census, linear_excess
from .pac import finer_grid, growth, occam, sample_size
from .pac_samples import memorizer, overfit, real_threshold
from .prediction_numbers import prediction_noise, prediction_regression, prediction_stability
from .prediction_averages import prediction_agnostic_size, prediction_average
from .prediction_many import prediction_adult, prediction_budget
from .prediction_costs import prediction_lower_bound, prediction_price
from .private_data import mushrooms, private_interval
from .private_efficient import adaptive_trap, parity_learning, parity_privacy, sq_conjunction, statistical_queries
from .private_experts import action_profile, ln_claim, permitted_eta, read_a_day, six_profiles, six_rates
from .private_experts_cost import privacy_price, private_regret
from .private_pac import agnostic, attack, private_occam, private_sample_size, true_epsilon
from .prediction_soft_majority import soft_majority_parts
from .prediction_generalization import prediction_generalization
from .prediction_membership import membership_attack, membership_overfit
from .query_release import laplace_answers, pmw_error, reconstruction, selection
from .query_release_hunt import hunt, hunt_error
from .query_release_online import online_cards, online_updates
from .query_release_privacy import sequence_profile, step_budget
from .query_release_sparse import broken_sparse, epoch_cost, sign_leak
from .start import log_ratio, survey, two_laws

__all__ = ["Axis", "Choice", "Experiment", "Line", "Parameter", "Picture", "Series", "Simulation", "log_ratio", "survey", "two_laws",
           "finer_grid", "growth", "memorizer", "occam", "overfit", "real_threshold", "sample_size",
           "adaptive_trap", "agnostic", "attack", "mushrooms", "parity_learning", "parity_privacy", "private_interval", "private_occam",
           "private_sample_size", "sq_conjunction", "statistical_queries", "true_epsilon",
           "adaptive_opponent", "doubling", "expert_regret", "learning_rate", "one_race", "one_round",
           "forecasters", "racing", "stocks",
           "action_profile", "ln_claim", "permitted_eta", "privacy_price", "private_regret", "read_a_day", "six_profiles", "six_rates",
           "linear_census", "linear_excess",
           "hunt", "hunt_error", "laplace_answers", "pmw_error", "reconstruction", "selection",
           "broken_sparse", "epoch_cost", "online_cards", "online_updates", "sequence_profile", "sign_leak", "step_budget",
           "exppw_true_epsilon", "exppw_walk",
           "exppw_empirical", "exppw_intervals", "exppw_population", "exppw_sample_size", "exppw_ties",
           "soft_majority_parts",
           "membership_attack", "membership_overfit", "prediction_generalization",
           "prediction_noise", "prediction_regression", "prediction_stability",
           "prediction_agnostic_size", "prediction_average", "prediction_lower_bound", "prediction_price",
           "prediction_adult", "prediction_budget"]
