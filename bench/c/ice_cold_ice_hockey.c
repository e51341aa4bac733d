/* Random playouts of Ice Cold Ice Hockey with overtime and shootout (docs/rules/ice-cold-ice-hockey.md), with the cards and lists that the
   engine's state keeps. Zones are absolute: 0 is the end of seat 0, 2 that of seat 1. Seat 0 is Home. */

#include <string.h>

#include "common.h"

enum { NONE = -1, CARDS = 64, NO_CARD = 0, PERIODS = 3, HOME = 0, CENTRE = 1, HAND_LIMIT = 10, LATE_CARDS = 15, OVERTIME_CARDS = 40 };
enum { PASS, SKATE, INSIDE_SHOT, DEFENCE, KEPT_IN, OS_BLOCKED, IS_BLOCKED, KINDS };
enum { ON_PASS = 1, ON_SKATE = 2, ON_INSIDE_SHOT = 4, ON_DEFENCE = 8, ON_PENALTY_DEFENCE = 16, ON_IS_BLOCK = 32, FRESH = 64 };
enum { NO_OUTCOME, GAIN, LOOSE, STOP };
enum { GOAL, SUPER_SAVE, SAVE_DEF, SAVE_OFF, SAVE_FO, SAVE_REBOUND, WIDE_DEF, POST, XBAR, SHORT_HANDED_GOAL };
enum { NO_TAG, PPG, SHG };
enum { NO_MARK, OFFSIDE_MARK, PENALTY_MARK, FIGHT_MARK };
enum { SHUFFLE, SECOND_PASS, RESERVE, SHOOTOUT, ATTACK, DEFEND, COUNTER, INSIDE_SHOT_RESPONSE, OUTSIDE_SHOT_RESPONSE, KEEP_IN, TOUCH_UP,
       ICE_DISCARD, POWER_PLAY_RESPONSE, MOMENTUM_TRIM, MOMENTUM_DRAW, SKATER_DISCARD, DEFENSIVE_MODE_TAKE, GOALIE_RETURN, GOALIE_PULL,
       GAME_OVER, WORKING };
enum { DUMP_CENTER = 100, DUMP_IN = 200, DEFENSIVE_MODE = 300, ANSWER = 400, DISCARD = 500, DUMP_DEEP = 600, OUTSIDE_SHOT, PULL_GOALIE,
       DECLINE, TOUCH_UP_PUCK, TAKE_FACE_OFF, KEEP, DRAW, STOP_DRAWING, TAKE, LEAVE, RETURN_GOALIE, STAY_OUT, PULL, KEEP_IN_NET };
enum { ASK_ATTACK, MOVE_PUCK, TO_CENTRE, DEEP_CHECK, CHASE, FLIP, EMPTY_NET_CHECK, ASK_ICE_DISCARD, ASK_TOUCH_UP, DEFENCE_EFFECT, FACE_OFF,
       LOOSE_PUCK, BEHIND_THE_PLAY, FOUL, CHEAP_SHOT, FIGHT, PENALTY_SHOT, SHOT, SERVE, POWER_PLAY_SHOT, POWER_PLAY_RESULT, MAJOR_OUTSIDE,
       MAJOR_INSIDE, MAJOR_RESULT, DRAW_BONUS };
enum { NO_SHOT, OUTSIDE, INSIDE, REBOUND };
enum { HIDDEN, DISCARDED, HELD, SHOWN };
enum { ASKED_RETURN = 1, RETURNED = 4, ASKED_PULL = 16 };

/* A card of the deck file; numbers as in rules/deck.py, and in the order in which bench/c passes them. */
typedef struct {
    int8_t kind, zones, destination[3], follow_ons, outcome, may_be_penalised, steals, big_hit, cheap_shot, penalty_low, penalty_high,
        major_low, major_high, may_give_penalty_shot, ices, os_result, os_tag, is_result, is_tag, letter, mark;
} Card;

static Card deck[CARDS + 1];
static int by_kind[CARDS], kind_start[KINDS + 1];
static int fight_home[2], fight_visitor[2], fight_bonus;

typedef struct {
    int ply, node, seat, work_size, period, pass_number, time_expired, zone, control, top;
    int stock_size, aside_size, discard_count;
    int attacker, played, answer, answerer, last_to_draw, shot, called_before;
    int penalty_count, to_serve_count, serving, shot_number, voided, paid, extra, stoppage, award_count, shootout_shots;
    int goalie_out[2], skater_card[2], goals[PERIODS + 1][2], totals[2], shots_on_goal[2], power_plays[2], power_play_goals[2];
    int shootout_goals[2];
    Hand hands[2];
    uint8_t work[16], stock[CARDS], aside[CARDS], discards[CARDS], places[CARDS + 1];
    int16_t penalties[128], to_serve[128], awards[32];
} Game;

/* -- seats, zones, hands */

static int own_end(int seat) { return seat == 0 ? 0 : 2; }
static int zone_for(const Game *g, int seat) { return seat == 0 ? g->zone : 2 - g->zone; }
static int team_of(int card) { return deck[card].letter ? 1 - HOME : HOME; }
static int is_overtime(const Game *g) { return g->period > PERIODS; }
static int is_last_pass(const Game *g) { return g->pass_number >= (is_overtime(g) ? 1 : 2); }
static int normal_hand(const Game *g) { return is_overtime(g) ? 6 : 5; }
static int base(const Game *g, int seat) { return normal_hand(g) + (g->extra == seat || g->goalie_out[seat]); }
static int is_above_base(const Game *g, int seat) { return g->hands[seat].size > base(g, seat); }
static int trails(const Game *g, int seat) { return g->totals[seat] < g->totals[1 - seat]; }
static int works_in(int card, int zone) { return deck[card].zones >> zone & 1; }
static int shows_defence(int card) { return deck[card].follow_ons & (ON_DEFENCE | ON_PENALTY_DEFENCE); }
static void push(Game *g, int work) { g->work[g->work_size++] = (uint8_t)work; }

static void ask(Game *g, int node, int seat)
{
    g->node = node;
    g->seat = seat;
}

/* -- penalties as numbers */

static int penalty_code(int seat, int card, int major) { return 4 * card + 2 * major + seat; }
static int penalised(int code) { return code & 1; }
static int is_major(int code) { return code >> 1 & 1; }

static int shots_of(int code)
{
    const int card = code >> 2, digit = card < 10 ? card : card / 10;
    return digit < 4 ? digit : 4;
}

/* -- cards */

static int can_draw(const Game *g) { return !g->time_expired && (g->stock_size > 0 || !is_last_pass(g)); }

static int waits_for_second_pass(Game *g)
{
    if (g->stock_size > 0 || is_last_pass(g))
        return 0;
    g->node = SECOND_PASS;
    return 1;
}

static void draw(Game *g, int seat)
{
    const int card = g->stock[--g->stock_size], size = g->hands[seat].size;
    if (size == normal_hand(g) && size < base(g, seat))
        g->skater_card[seat] = 1;
    add_card(&g->hands[seat], card);
}

static void discard(Game *g, int card)
{
    g->discards[g->discard_count++] = (uint8_t)card;
    g->places[card] = DISCARDED;
}

static void lay_down(Game *g, int seat, int card)
{
    remove_card(&g->hands[seat], card);
    discard(g, card);
}

static int turn(Game *g)
{
    const int card = g->stock[--g->stock_size];
    discard(g, card);
    return card;
}

static int turn_for_check(Game *g, int work)
{
    if (g->time_expired || (g->stock_size == 0 && is_last_pass(g))) {
        g->time_expired = 1;
        g->work_size = 0;
        return NO_CARD;
    }
    if (waits_for_second_pass(g)) {
        push(g, work);
        return NO_CARD;
    }
    return turn(g);
}

static int turn_for_result(Game *g, int work)
{
    if (g->stock_size > 0)
        return turn(g);
    push(g, work);
    if (!waits_for_second_pass(g))
        g->node = RESERVE;
    return NO_CARD;
}

static void make_deck_of_discards(Game *g, const uint8_t *order)
{
    const int count = g->discard_count;
    for (int i = 0; i < count; i++)
        g->stock[count - 1 - i] = g->discards[order[i]];
    g->stock_size = count;
    g->discard_count = 0;
    for (int card = 1; card <= CARDS; card++) {
        if (g->places[card] == DISCARDED)
            g->places[card] = HIDDEN;
        else if (g->places[card] == HIDDEN)
            g->places[card] = HELD;
    }
}

/* -- the puck, goals and momentum */

static void gain_with(Game *g, int seat, int top)
{
    g->control = seat;
    g->top = top;
}

static void gain(Game *g, int seat) { gain_with(g, seat, FRESH); }
static void stop(Game *g) { gain_with(g, NONE, FRESH); }

static void stop_at_centre(Game *g)
{
    stop(g);
    g->zone = CENTRE;
}

static void earn(Game *g, int seat, int cards) { g->awards[g->award_count++] = (int16_t)(2 * cards + seat); }

static void end_game(Game *g)
{
    g->node = GAME_OVER;
    g->seat = NONE;
    g->work_size = 0;
}

static void score_goal(Game *g, int seat)
{
    g->totals[seat]++;
    g->shots_on_goal[seat]++;
    g->goals[(g->period <= PERIODS ? g->period : PERIODS + 1) - 1][seat]++;
    if (g->extra == seat) {
        int kept = 0;
        for (int i = 0; i < g->penalty_count; i++)
            if (penalised(g->penalties[i]) == seat)
                g->penalties[kept++] = g->penalties[i];
        g->penalty_count = kept;
    }
    if (is_overtime(g)) {
        end_game(g);
    } else if (!(g->paid >> seat & 1)) {
        earn(g, seat, 3);
        if (is_major(g->serving))
            g->paid |= seat + 1;
    }
}

/* -- windows */

static int destination(const Game *g) { return deck[g->played].destination[zone_for(g, g->attacker)]; }

static int is_called_for(int below_card, int card)
{
    const int icons = deck[below_card].follow_ons;
    return icons & ON_DEFENCE || (icons & ON_PENALTY_DEFENCE && deck[card].may_be_penalised);
}

static int acting_zone(const Game *g, int seat, int card)
{
    return deck[g->played].kind == PASS && !deck[card].steals ? 2 - destination(g) : zone_for(g, seat);
}

static int is_answer(const Game *g, int node, int seat, int card)
{
    const int kind = deck[card].kind;
    if (node == DEFEND)
        return kind == DEFENCE && is_called_for(g->played, card) && works_in(card, acting_zone(g, seat, card));
    const int works = works_in(card, zone_for(g, seat));
    if (node == COUNTER)
        return kind == DEFENCE && is_called_for(g->answer, card) && works;
    if (!works)
        return 0;
    if (node == KEEP_IN)
        return kind == KEPT_IN;
    if (node == INSIDE_SHOT_RESPONSE)
        return kind == IS_BLOCKED ? deck[g->played].follow_ons & ON_IS_BLOCK : kind == DEFENCE && is_called_for(g->played, card);
    return kind == (node == OUTSIDE_SHOT_RESPONSE || g->shot == OUTSIDE ? OS_BLOCKED : IS_BLOCKED);
}

static int opens(const Game *g, int node, int seat)
{
    if (g->hands[seat].size == 0)
        return 0;
    int first = DEFENCE, last = IS_BLOCKED;
    if (node == DEFEND || node == COUNTER)
        last = DEFENCE;
    else if (node == KEEP_IN)
        first = last = KEPT_IN;
    else if (node != INSIDE_SHOT_RESPONSE)
        first = OS_BLOCKED;
    for (int i = kind_start[first]; i < kind_start[last + 1]; i++)
        if (g->places[by_kind[i]] != DISCARDED && is_answer(g, node, seat, by_kind[i]))
            return 1;
    return 0;
}

static void asks(Game *g, int node, int seat)
{
    if (opens(g, node, seat))
        ask(g, node, seat);
}

static int may_be_played(const Game *g, int card)
{
    const int kind = deck[card].kind;
    if (kind >= DEFENCE || !works_in(card, zone_for(g, g->control)))
        return 0;
    return g->top == FRESH ? kind != INSIDE_SHOT : g->top >> kind & 1;
}

/* -- goalies */

static int may_pull(const Game *g, int seat)
{
    if (g->stock_size > LATE_CARDS || g->goalie_out[seat] || !trails(g, seat))
        return 0;
    return g->period == PERIODS && is_last_pass(g) && zone_for(g, seat) != 0;
}

static int bring_back(Game *g, int seat)
{
    g->goalie_out[seat] = 0;
    g->stoppage |= RETURNED << seat;
    if (g->skater_card[seat] && is_above_base(g, seat)) {
        ask(g, SKATER_DISCARD, seat);
        return 1;
    }
    g->skater_card[seat] = 0;
    return 0;
}

static int asks_return(Game *g, int is_face_off)
{
    for (int seat = 0; seat < 2; seat++) {
        if (!g->goalie_out[seat])
            continue;
        if (!trails(g, seat) || (is_face_off && zone_for(g, seat) == 0)) {
            if (bring_back(g, seat))
                return 1;
        } else if (!(g->stoppage >> seat & ASKED_RETURN)) {
            g->stoppage |= ASKED_RETURN << seat;
            ask(g, GOALIE_RETURN, seat);
            return 1;
        }
    }
    return 0;
}

static int asks_pull(Game *g)
{
    for (int seat = 0; seat < 2; seat++)
        if (!(g->stoppage >> seat & (ASKED_PULL | RETURNED)) && may_pull(g, seat)) {
            g->stoppage |= ASKED_PULL << seat;
            ask(g, GOALIE_PULL, seat);
            return 1;
        }
    return 0;
}

/* -- checks */

static int stops_play(Game *g, int card)
{
    if (deck[card].mark == OFFSIDE_MARK) {
        stop_at_centre(g);
        return 1;
    }
    if (deck[card].mark == FIGHT_MARK) {
        stop(g);
        push(g, FIGHT);
        return 1;
    }
    return 0;
}

static void look_behind_the_play(Game *g, int card)
{
    if (deck[card].mark == PENALTY_MARK)
        push(g, BEHIND_THE_PLAY);
}

static void puck_to_letter(Game *g, int work)
{
    const int card = turn_for_check(g, work);
    if (card == NO_CARD || stops_play(g, card))
        return;
    gain(g, team_of(card));
    look_behind_the_play(g, card);
}

static void call_penalty(Game *g, int seat, int card, int major)
{
    g->penalties[g->penalty_count++] = (int16_t)penalty_code(seat, card, major);
}

static void behind_the_play(Game *g)
{
    const int card = turn_for_result(g, BEHIND_THE_PLAY);
    if (card == NO_CARD)
        return;
    if (card >= 10 && card <= 40)
        call_penalty(g, team_of(card), card, 0);
    look_behind_the_play(g, card);
}

static int gives_penalty_shot(Game *g, int card)
{
    if (!deck[g->played].may_give_penalty_shot || card > 9)
        return 0;
    stop(g);
    push(g, PENALTY_SHOT);
    return 1;
}

static int calls_minor(int foul, int card) { return deck[foul].penalty_low <= card && card <= deck[foul].penalty_high; }
static int calls_major(int foul, int card) { return deck[foul].major_low <= card && card <= deck[foul].major_high; }

static void foul(Game *g)
{
    const int card = turn_for_result(g, FOUL);
    if (card == NO_CARD || gives_penalty_shot(g, card))
        return;
    const int is_stopped = stops_play(g, card);
    if (!is_stopped)
        gain(g, team_of(card));
    if (calls_minor(g->answer, card))
        call_penalty(g, g->answerer, card, 0);
    if (!is_stopped)
        look_behind_the_play(g, card);
}

static void cheap_shot(Game *g)
{
    const int card = turn_for_result(g, CHEAP_SHOT);
    if (card == NO_CARD || gives_penalty_shot(g, card))
        return;
    if (calls_major(g->answer, card))
        call_penalty(g, g->answerer, card, 1);
    else if (calls_minor(g->answer, card))
        call_penalty(g, g->answerer, card, 0);
}

static void fight(Game *g)
{
    if (!can_draw(g))
        return;
    const int card = turn_for_check(g, FIGHT);
    if (card == NO_CARD)
        return;
    if (fight_home[0] <= card && card <= fight_home[1])
        earn(g, HOME, fight_bonus);
    else if (fight_visitor[0] <= card && card <= fight_visitor[1])
        earn(g, 1 - HOME, fight_bonus);
}

/* -- shots */

static int result_of(const Game *g, int card, int shot, int tags_count)
{
    const int outside = shot == OUTSIDE && !g->goalie_out[1 - g->attacker];
    const int tag = outside ? deck[card].os_tag : deck[card].is_tag;
    if (tags_count && tag == PPG)
        return GOAL;
    if (tags_count && tag == SHG)
        return SHORT_HANDED_GOAL;
    return outside ? deck[card].os_result : deck[card].is_result;
}

static void count_result(Game *g, int result)
{
    const int shooter = g->attacker;
    if (result == GOAL) {
        score_goal(g, shooter);
    } else if (result == SHORT_HANDED_GOAL) {
        score_goal(g, 1 - shooter);
    } else if (result != WIDE_DEF && result != POST && result != XBAR) {
        g->shots_on_goal[shooter]++;
        if (result == SUPER_SAVE)
            earn(g, 1 - shooter, 2);
    }
}

static void play_on(Game *g, int result)
{
    if (result == GOAL || result == SHORT_HANDED_GOAL) {
        stop_at_centre(g);
    } else if (g->time_expired || result == SUPER_SAVE || result == SAVE_FO) {
        stop(g);
    } else if (result == SAVE_DEF || result == WIDE_DEF) {
        gain(g, 1 - g->attacker);
    } else if (result == SAVE_OFF) {
        gain_with(g, g->attacker, ON_PASS | ON_SKATE | ON_INSIDE_SHOT);
    } else if (result == SAVE_REBOUND) {
        g->shot = REBOUND;
        push(g, SHOT);
    } else {
        push(g, LOOSE_PUCK);
    }
}

static void shoot(Game *g)
{
    const int card = turn_for_result(g, SHOT);
    if (card == NO_CARD)
        return;
    const int result = result_of(g, card, g->shot, g->goalie_out[g->attacker]);
    count_result(g, result);
    play_on(g, result);
}

static void penalty_shot(Game *g)
{
    const int card = turn_for_result(g, PENALTY_SHOT);
    if (card == NO_CARD)
        return;
    const int shooter = 1 - g->answerer;
    stop(g);
    g->zone = own_end(g->answerer);
    if (card <= 25) {
        score_goal(g, shooter);
        stop_at_centre(g);
    } else {
        g->shots_on_goal[shooter]++;
    }
}

static void shoot_out(Game *g, const uint8_t *order)
{
    for (int i = 0; i < CARDS; i++) {
        const int shooter = g->shootout_shots++ & 1 ? HOME : 1 - HOME;
        if (order[i] + 1 <= 25)
            g->shootout_goals[shooter]++;
        if (g->shootout_shots >= 6 && !(g->shootout_shots & 1) && g->shootout_goals[0] != g->shootout_goals[1]) {
            g->totals[g->shootout_goals[0] > g->shootout_goals[1] ? 0 : 1]++;
            end_game(g);
            return;
        }
    }
}

/* -- penalties and power plays */

static int are_due(const Game *g)
{
    if (g->penalty_count == 0)
        return 0;
    if (g->control == NONE)
        return 1;
    for (int i = 0; i < g->penalty_count; i++)
        if (penalised(g->penalties[i]) == g->control)
            return 1;
    return 0;
}

static void will_serve(Game *g, int code) { g->to_serve[g->to_serve_count++] = (int16_t)code; }

static void serve_all(Game *g, int majors)
{
    for (int i = 0; i < g->penalty_count; i++)
        if (is_major(g->penalties[i]) == majors)
            will_serve(g, g->penalties[i]);
}

static void fall_due(Game *g)
{
    stop(g);
    int minors[2] = {0, 0};
    for (int i = 0; i < g->penalty_count; i++)
        minors[penalised(g->penalties[i])] += !is_major(g->penalties[i]);
    g->to_serve_count = 0;
    if (minors[0] == 0 || minors[1] == 0) {
        serve_all(g, 0);
    } else if (minors[0] != minors[1]) {
        const int seat = minors[0] > minors[1] ? 0 : 1;
        int longest = 0;
        for (int i = 0; i < g->penalty_count; i++) {
            const int code = g->penalties[i];
            if (penalised(code) == seat && !is_major(code) && (longest == 0 || shots_of(code) > shots_of(longest)))
                longest = code;
        }
        will_serve(g, longest);
    }
    serve_all(g, 1);
    g->penalty_count = 0;
    if (g->to_serve_count > 0)
        push(g, SERVE);
}

static void serve(Game *g)
{
    push(g, SERVE);
    if (asks_return(g, 0))
        return;
    g->work_size--;
    const int code = g->to_serve[0], seat = penalised(code);
    g->to_serve_count--;
    for (int i = 0; i < g->to_serve_count; i++)
        g->to_serve[i] = g->to_serve[i + 1];
    g->serving = code;
    g->attacker = 1 - seat;
    g->zone = own_end(seat);
    g->shot_number = g->voided = g->paid = g->stoppage = 0;
    g->power_plays[1 - seat]++;
    push(g, is_major(code) ? MAJOR_OUTSIDE : POWER_PLAY_SHOT);
}

static void power_play_shot(Game *g)
{
    const int shots = shots_of(g->serving), number = g->shot_number;
    g->shot = (shots == 4 ? !(number & 1) : number + 1 < shots) ? OUTSIDE : INSIDE;
    push(g, POWER_PLAY_RESULT);
    asks(g, POWER_PLAY_RESPONSE, penalised(g->serving));
}

static void count_power_play(Game *g, int result)
{
    if (result == GOAL)
        g->power_play_goals[g->attacker]++;
    count_result(g, result);
}

static void end_power_play(Game *g)
{
    g->serving = g->paid = g->voided = 0;
    g->shot = NO_SHOT;
    if (g->to_serve_count > 0)
        push(g, SERVE);
}

static void lose_puck(Game *g)
{
    end_power_play(g);
    if (g->to_serve_count == 0)
        push(g, LOOSE_PUCK);
}

static void power_play_result(Game *g)
{
    const int card = turn_for_result(g, POWER_PLAY_RESULT);
    if (card == NO_CARD)
        return;
    const int result = result_of(g, card, g->shot, 1);
    count_power_play(g, result);
    if (g->node == GAME_OVER)
        return;
    if (result == GOAL || g->shot_number + 1 == shots_of(g->serving)) {
        end_power_play(g);
        if (g->to_serve_count == 0)
            play_on(g, result);
    } else {
        g->shot_number++;
        push(g, POWER_PLAY_SHOT);
    }
}

static void block(Game *g)
{
    if (is_major(g->serving)) {
        g->voided |= g->shot;
        push(g, g->shot == OUTSIDE ? MAJOR_INSIDE : MAJOR_RESULT);
    } else if (g->shot_number + 1 < shots_of(g->serving)) {
        g->shot_number++;
        push(g, POWER_PLAY_SHOT);
    } else {
        lose_puck(g);
    }
}

static void major_outside(Game *g)
{
    g->voided = 0;
    g->shot = OUTSIDE;
    push(g, MAJOR_INSIDE);
    asks(g, POWER_PLAY_RESPONSE, penalised(g->serving));
}

static void major_inside(Game *g)
{
    g->shot = INSIDE;
    push(g, MAJOR_RESULT);
    asks(g, POWER_PLAY_RESPONSE, penalised(g->serving));
}

static void major_result(Game *g)
{
    const int card = turn_for_result(g, MAJOR_RESULT);
    if (card == NO_CARD)
        return;
    if (!(g->voided & OUTSIDE)) {
        count_power_play(g, result_of(g, card, OUTSIDE, 1));
        if (g->node == GAME_OVER)
            return;
    }
    const int is_blocked = g->voided & INSIDE, result = result_of(g, card, INSIDE, 1);
    if (!is_blocked) {
        count_power_play(g, result);
        if (g->node == GAME_OVER)
            return;
    }
    if (g->shot_number + 1 < 3) {
        g->shot_number++;
        push(g, MAJOR_OUTSIDE);
    } else if (is_blocked) {
        lose_puck(g);
    } else {
        end_power_play(g);
        if (g->to_serve_count == 0)
            play_on(g, result);
    }
}

/* -- what the team in control does, and answers */

static int fill_cards(const Hand *hand, int *actions, int count, int first_action)
{
    for (int i = 0; i < hand->size; i++)
        actions[count++] = first_action + hand->cards[i];
    return count;
}

static int fill_attacks(const Game *g, int *actions)
{
    const int seat = g->control, zone = zone_for(g, seat);
    const Hand *hand = &g->hands[seat];
    int count = 0;
    for (int i = 0; i < hand->size; i++)
        if (may_be_played(g, hand->cards[i]))
            actions[count++] = hand->cards[i];
    if (zone == 0) {
        count = fill_cards(hand, actions, count, DUMP_CENTER);
        actions[count++] = DUMP_DEEP;
        return count;
    }
    if (zone == CENTRE) {
        count = fill_cards(hand, actions, count, DUMP_IN);
        if (trails(g, 1 - seat) && !is_above_base(g, seat))
            count = fill_cards(hand, actions, count, DEFENSIVE_MODE);
    } else {
        actions[count++] = OUTSIDE_SHOT;
    }
    if (may_pull(g, seat))
        actions[count++] = PULL_GOALIE;
    return count;
}

static void play_card(Game *g, int seat, int card)
{
    lay_down(g, seat, card);
    g->played = card;
    if (deck[card].ices) {
        stop(g);
        push(g, ASK_ICE_DISCARD);
        if (g->goalie_out[1 - seat])
            push(g, EMPTY_NET_CHECK);
    } else if (deck[card].kind == INSIDE_SHOT) {
        g->shot = INSIDE;
        push(g, SHOT);
        asks(g, INSIDE_SHOT_RESPONSE, 1 - seat);
    } else {
        push(g, MOVE_PUCK);
        if (shows_defence(card))
            asks(g, DEFEND, 1 - seat);
    }
}

static void attack(Game *g, int action)
{
    const int seat = g->control;
    if (action == PULL_GOALIE) {
        g->goalie_out[seat] = 1;
        push(g, ASK_ATTACK);
        return;
    }
    g->attacker = seat;
    g->played = g->answer = NO_CARD;
    g->answerer = NONE;
    g->last_to_draw = 1 - seat;
    g->shot = NO_SHOT;
    if (action < DUMP_CENTER) {
        play_card(g, seat, action);
    } else if (action < DUMP_IN) {
        lay_down(g, seat, action - DUMP_CENTER);
        push(g, TO_CENTRE);
        asks(g, KEEP_IN, 1 - seat);
    } else if (action < DEFENSIVE_MODE) {
        lay_down(g, seat, action - DUMP_IN);
        g->zone = own_end(1 - seat);
        push(g, CHASE);
    } else if (action < ANSWER) {
        lay_down(g, seat, action - DEFENSIVE_MODE);
        g->zone = own_end(1 - seat);
        push(g, FLIP);
    } else if (action == DUMP_DEEP) {
        push(g, DEEP_CHECK);
        asks(g, KEEP_IN, 1 - seat);
    } else {
        g->shot = OUTSIDE;
        push(g, SHOT);
        asks(g, OUTSIDE_SHOT_RESPONSE, 1 - seat);
    }
}

static void move_puck(Game *g)
{
    const int end = destination(g);
    g->zone = g->attacker == 0 ? end : 2 - end;
    gain_with(g, g->attacker, deck[g->played].follow_ons);
}

static void shoot_at_empty_net(Game *g, int card)
{
    stop(g);
    if (card <= 9) {
        score_goal(g, g->attacker);
        stop_at_centre(g);
    }
}

static void deep_check(Game *g)
{
    const int dumper = g->attacker, other = 1 - dumper, card = turn_for_check(g, DEEP_CHECK);
    if (card == NO_CARD || stops_play(g, card))
        return;
    g->called_before = g->penalty_count;
    if (team_of(card) == dumper) {
        g->zone = own_end(other);
        gain(g, other);
    } else if (!g->goalie_out[other]) {
        stop(g);
        push(g, ASK_TOUCH_UP);
    } else {
        shoot_at_empty_net(g, card);
    }
    look_behind_the_play(g, card);
}

static void chase(Game *g)
{
    puck_to_letter(g, CHASE);
}

static void flip(Game *g)
{
    const int other = 1 - g->attacker;
    if (!can_draw(g)) {
        gain(g, other);
        return;
    }
    const int card = turn_for_check(g, FLIP);
    if (card == NO_CARD || stops_play(g, card))
        return;
    gain(g, other);
    if (deck[card].mark == NO_MARK && deck[card].kind == DEFENCE)
        ask(g, DEFENSIVE_MODE_TAKE, g->attacker);
    else
        look_behind_the_play(g, card);
}

static void answer(Game *g, int node, int seat, int card)
{
    g->work_size--;
    lay_down(g, seat, card);
    g->last_to_draw = seat;
    if (node == POWER_PLAY_RESPONSE) {
        block(g);
        return;
    }
    if (node == DEFEND && deck[g->played].kind == PASS && !deck[card].steals) {
        const int end = destination(g);
        g->zone = g->attacker == 0 ? end : 2 - end;
    }
    g->answer = card;
    g->answerer = seat;
    push(g, DEFENCE_EFFECT);
    if ((node == DEFEND || node == COUNTER) && shows_defence(card))
        asks(g, COUNTER, 1 - seat);
}

static void defence_effect(Game *g)
{
    const Card *card = &deck[g->answer];
    const int seat = g->answerer;
    if (card->big_hit > 0)
        earn(g, seat, card->big_hit);
    if (card->outcome == GAIN) {
        gain_with(g, seat, card->follow_ons);
    } else if (card->outcome == LOOSE) {
        push(g, card->may_be_penalised ? FOUL : LOOSE_PUCK);
    } else {
        stop(g);
        if (card->cheap_shot > 0) {
            earn(g, 1 - seat, card->cheap_shot);
            push(g, CHEAP_SHOT);
        } else {
            push(g, FIGHT);
        }
    }
}

/* -- decisions */

static int fill_two(int *actions, int first)
{
    actions[0] = first;
    actions[1] = first + 1;
    return 2;
}

static int fill_actions(const Game *g, int *actions)
{
    const Hand *hand = &g->hands[g->seat];
    int count = 0;
    switch (g->node) {
    case ATTACK: return fill_attacks(g, actions);
    case TOUCH_UP: return fill_two(actions, TOUCH_UP_PUCK);
    case MOMENTUM_DRAW: return fill_two(actions, DRAW);
    case DEFENSIVE_MODE_TAKE: return fill_two(actions, TAKE);
    case GOALIE_RETURN: return fill_two(actions, RETURN_GOALIE);
    case GOALIE_PULL: return fill_two(actions, PULL);
    case MOMENTUM_TRIM:
    case SKATER_DISCARD: return fill_cards(hand, actions, 0, DISCARD);
    case ICE_DISCARD:
        count = fill_cards(hand, actions, 0, DISCARD);
        actions[count++] = KEEP;
        return count;
    default:
        for (int i = 0; i < hand->size; i++)
            if (is_answer(g, g->node, g->seat, hand->cards[i]))
                actions[count++] = ANSWER + hand->cards[i];
        actions[count++] = DECLINE;
        return count;
    }
}

static void drop_award(Game *g)
{
    g->award_count--;
    for (int i = 0; i < g->award_count; i++)
        g->awards[i] = g->awards[i + 1];
}

static void decide(Game *g, int seat, int action)
{
    switch (action) {
    case TOUCH_UP_PUCK:
        g->zone = own_end(seat);
        gain(g, seat);
        break;
    case DRAW: push(g, DRAW_BONUS); break;
    case STOP_DRAWING: drop_award(g); break;
    case TAKE: {
        const int card = g->discards[--g->discard_count];
        add_card(&g->hands[seat], card);
        g->places[card] = (uint8_t)(SHOWN + seat);
        break;
    }
    case RETURN_GOALIE: bring_back(g, seat); break;
    case PULL:
        g->stoppage |= ASKED_RETURN << seat;
        g->goalie_out[seat] = 1;
        break;
    default: break; /* nothing changes */
    }
}

/* -- the course of the game */

static int refill(Game *g, int seat)
{
    while (g->hands[seat].size < base(g, seat)) {
        if (g->stock_size == 0)
            return waits_for_second_pass(g);
        draw(g, seat);
    }
    return 0;
}

static void ask_attack(Game *g)
{
    const int seat = g->control;
    if (refill(g, seat))
        push(g, ASK_ATTACK);
    else if (g->zone == CENTRE && g->hands[seat].size == 0)
        g->time_expired = 1;
    else
        ask(g, ATTACK, seat);
}

static void end_period(Game *g)
{
    g->time_expired = 1;
    g->extra = NONE;
    if (g->penalty_count > 0)
        fall_due(g);
    else if (g->period < PERIODS)
        g->node = SHUFFLE;
    else if (g->totals[0] != g->totals[1])
        end_game(g);
    else
        g->node = g->period == PERIODS ? SHUFFLE : SHOOTOUT;
}

static int skater_is_asked(Game *g)
{
    if (g->penalty_count > 0 && !are_due(g)) {
        g->extra = g->control;
        return 0;
    }
    const int seat = g->extra;
    if (seat == NONE)
        return 0;
    if (!g->goalie_out[seat]) {
        if (g->hands[seat].size > normal_hand(g)) {
            ask(g, SKATER_DISCARD, seat);
            return 1;
        }
        g->skater_card[seat] = 0;
    }
    g->extra = NONE;
    return 0;
}

static void pay(Game *g)
{
    const int seat = g->awards[0] & 1;
    if (is_above_base(g, 1 - seat))
        ask(g, MOMENTUM_TRIM, 1 - seat);
    else if (g->awards[0] >= 2 && g->hands[seat].size < HAND_LIMIT && can_draw(g))
        ask(g, MOMENTUM_DRAW, seat);
    else
        drop_award(g);
}

static int is_played_out(const Game *g)
{
    return g->stock_size == 0 && is_last_pass(g) && g->hands[0].size < base(g, 0) && g->hands[1].size < base(g, 1);
}

static void settle(Game *g)
{
    if (g->time_expired)
        end_period(g);
    else if (skater_is_asked(g) || refill(g, 1 - g->last_to_draw) || refill(g, g->last_to_draw))
        return;
    else if (g->award_count > 0)
        pay(g);
    else if (is_played_out(g))
        end_period(g);
    else if (are_due(g))
        fall_due(g);
    else if (g->control != NONE)
        ask_attack(g);
    else if (!asks_return(g, 1) && !asks_pull(g))
        push(g, FACE_OFF);
}

static void draw_bonus(Game *g)
{
    if (waits_for_second_pass(g)) {
        push(g, DRAW_BONUS);
        return;
    }
    draw(g, g->awards[0] & 1);
    g->awards[0] -= 2;
}

static void do_work(Game *g, int work)
{
    int card;
    switch (work) {
    case ASK_ATTACK: ask_attack(g); break;
    case MOVE_PUCK: move_puck(g); break;
    case TO_CENTRE:
        g->zone = CENTRE;
        gain(g, 1 - g->attacker);
        break;
    case DEEP_CHECK: deep_check(g); break;
    case CHASE: chase(g); break;
    case FLIP: flip(g); break;
    case EMPTY_NET_CHECK:
        card = turn_for_result(g, EMPTY_NET_CHECK);
        if (card != NO_CARD)
            shoot_at_empty_net(g, card);
        break;
    case ASK_ICE_DISCARD:
        if (g->hands[g->attacker].size > 0 && !g->time_expired)
            ask(g, ICE_DISCARD, g->attacker);
        break;
    case ASK_TOUCH_UP:
        if (g->penalty_count == g->called_before && !g->time_expired)
            ask(g, TOUCH_UP, 1 - g->attacker);
        break;
    case DEFENCE_EFFECT: defence_effect(g); break;
    case FACE_OFF:
        g->stoppage = 0;
        puck_to_letter(g, FACE_OFF);
        break;
    case LOOSE_PUCK: puck_to_letter(g, LOOSE_PUCK); break;
    case BEHIND_THE_PLAY: behind_the_play(g); break;
    case FOUL: foul(g); break;
    case CHEAP_SHOT: cheap_shot(g); break;
    case FIGHT: fight(g); break;
    case PENALTY_SHOT: penalty_shot(g); break;
    case SHOT: shoot(g); break;
    case SERVE: serve(g); break;
    case POWER_PLAY_SHOT: power_play_shot(g); break;
    case POWER_PLAY_RESULT: power_play_result(g); break;
    case MAJOR_OUTSIDE: major_outside(g); break;
    case MAJOR_INSIDE: major_inside(g); break;
    case MAJOR_RESULT: major_result(g); break;
    case DRAW_BONUS: draw_bonus(g); break;
    }
}

static void go_on(Game *g)
{
    while (g->node == WORKING) {
        if (g->work_size == 0)
            settle(g);
        else
            do_work(g, g->work[--g->work_size]);
    }
}

static void apply(Game *g, int action)
{
    const int node = g->node, seat = g->seat;
    g->ply++;
    g->node = WORKING;
    g->seat = NONE;
    if (node == ATTACK) {
        attack(g, action);
    } else if (action == DECLINE) {
        /* nothing changes */
    } else if (action < DISCARD) {
        answer(g, node, seat, action - ANSWER);
    } else if (action < DECLINE) {
        lay_down(g, seat, action - DISCARD);
        if (node == SKATER_DISCARD && g->extra != seat)
            g->skater_card[seat] = 0;
        else if (node == MOMENTUM_TRIM && g->awards[0] >= 2)
            g->awards[0] -= 2;
    } else {
        decide(g, seat, action);
    }
    go_on(g);
}

static void start_period(Game *g, const uint8_t *order)
{
    g->pass_number = 1;
    g->time_expired = 0;
    stop_at_centre(g);
    g->discard_count = g->award_count = g->stoppage = 0;
    g->attacker = g->answerer = NONE;
    g->played = g->answer = NO_CARD;
    g->shot = NO_SHOT;
    memset(g->places, HIDDEN, sizeof g->places);
    for (int i = 0; i < 2; i++)
        g->hands[i].size = g->goalie_out[i] = g->skater_card[i] = 0;
    g->period++;
    const int used = is_overtime(g) ? OVERTIME_CARDS : CARDS, size = normal_hand(g);
    for (int i = 0; i < size; i++) {
        add_card(&g->hands[HOME], order[i] + 1);
        add_card(&g->hands[1 - HOME], order[size + i] + 1);
    }
    g->stock_size = used - 2 * size;
    for (int i = 0; i < g->stock_size; i++)
        g->stock[g->stock_size - 1 - i] = (uint8_t)(order[2 * size + i] + 1);
    g->aside_size = CARDS - used;
    for (int i = 0; i < g->aside_size; i++)
        g->aside[i] = (uint8_t)(order[used + i] + 1);
    g->last_to_draw = 1 - HOME;
}

static void deal(Game *g, Rng *rng)
{
    uint8_t order[CARDS];
    const int node = g->node;
    shuffle(rng, order, node == SECOND_PASS || node == RESERVE ? g->discard_count : CARDS);
    if (node == SHOOTOUT) {
        shoot_out(g, order);
        return;
    }
    g->node = WORKING;
    if (node == SHUFFLE) {
        start_period(g, order);
    } else {
        if (node == SECOND_PASS)
            g->pass_number++;
        else
            g->time_expired = 1;
        make_deck_of_discards(g, order);
    }
    go_on(g);
}

static void play_out(Game *g, Rng *rng)
{
    int actions[64];
    while (g->node != GAME_OVER) {
        if (g->node < ATTACK)
            deal(g, rng);
        else
            apply(g, actions[below(rng, fill_actions(g, actions))]);
    }
}

/* The cards 1 to 64 of a deck file; the ranges, Home's first, and the bonus of its fights. */
void set_deck(const Card *cards, const int8_t *fights)
{
    int at = 0;
    memcpy(deck + 1, cards, CARDS * sizeof(Card));
    for (int kind = 0; kind < KINDS; kind++) {
        kind_start[kind] = at;
        for (int card = 1; card <= CARDS; card++)
            if (deck[card].kind == kind)
                by_kind[at++] = card;
    }
    kind_start[KINDS] = at;
    for (int i = 0; i < 2; i++) {
        fight_home[i] = fights[i];
        fight_visitor[i] = fights[2 + i];
    }
    fight_bonus = fights[4];
}

/* Decisions and the goals of both sides of each game, three numbers in a row; returns the state of the generator. */
int64_t play_games(int64_t state, int64_t count, int64_t *results)
{
    Rng rng = {state};
    for (int64_t i = 0; i < count; i++) {
        Game game = {.seat = NONE, .control = NONE, .attacker = NONE, .answerer = NONE, .extra = NONE, .top = FRESH, .zone = CENTRE};
        game.pass_number = game.last_to_draw = 1;
        play_out(&game, &rng);
        results[3 * i] = game.ply;
        results[3 * i + 1] = game.totals[0];
        results[3 * i + 2] = game.totals[1];
    }
    return rng.state;
}
